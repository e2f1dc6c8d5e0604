"""Records as bytes: the same to the last byte, whatever makes their parts."""

import zlib

from blogforever.store.warc.records import conversion_record, exchange_records, payload_digest, warc_date
from tests.store.wire import AT, exchange

GZIP = 31


def unpacked(record):
    return zlib.decompress(record, GZIP)


def test_a_record_is_the_same_to_the_last_byte():
    record = conversion_record("https://blog.example/ä", AT, b"<p>A page", record_id="<urn:uuid:1>", refers_to="<2>")
    assert unpacked(record) == (
        b"WARC/1.1\r\n"
        b"WARC-Type: conversion\r\n"
        b"WARC-Target-URI: https://blog.example/\xc3\xa4\r\n"
        b"WARC-Record-ID: <urn:uuid:1>\r\n"
        b"WARC-Date: 2026-03-01T12:30:15.250000Z\r\n"
        b"WARC-Refers-To: <2>\r\n"
        b"WARC-Block-Digest: sha1:JOLCCAEIZFTSMBDAVT4CJXWNYYNAQBSS\r\n"
        b"Content-Type: text/html; charset=utf-8\r\n"
        b"Content-Length: 9\r\n"
        b"\r\n"
        b"<p>A page\r\n\r\n"
    )


def test_the_head_of_an_answer_keeps_its_bytes():
    headers = (("X-Title", "caf\udce9 é"), ("Content-Type", "text/html"))
    _, response, _ = exchange_records(exchange(body=b"x", response_headers=headers), payload_digest(b"x"), None)
    assert b"\r\nX-Title: caf\xe9 \xc3\xa9\r\n" in unpacked(response)


def test_an_address_that_is_not_utf_8_is_kept():
    record = conversion_record("https://blog.example/\udce4", AT, b"", record_id="<1>", refers_to=None)
    assert b"WARC-Target-URI: https://blog.example/\xe4\r\n" in unpacked(record)


def test_a_date_without_a_zone_is_one_in_utc_and_a_whole_second_has_no_fraction():
    assert warc_date(AT.replace(tzinfo=None, microsecond=0)) == "2026-03-01T12:30:15Z"
