"""Pages as trees: parsing, laying out, selecting, addresses, archival HTML. The only ring that knows turbohtml."""
