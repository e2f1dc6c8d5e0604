"""`blogforever rules`: what a feed and its pages teach about a blog."""

import click

from blogforever.cli.page_arguments import file_name, page_files


@click.command()
@click.option("--feed", metavar="FEED", required=True, callback=file_name, help="The blog's feed.")
@click.option("--json", "as_json", is_flag=True, help="Print the rules as JSON, as --save writes them.")
@click.option("--xpath", is_flag=True, help="Show selectors as XPath instead of CSS.")
@click.option(
    "--save", metavar="FILE", callback=file_name, help="Write the rules to FILE for `blogforever extract --rules FILE`."
)
@click.argument("pages", metavar="PAGE…", nargs=-1, required=True)
def rules(*, feed: str, as_json: bool, xpath: bool, save: str | None, pages: tuple[str, ...]) -> None:
    """Learn the blog's extraction rules from FEED and the pages of its entries, and show them.

    A PAGE is a saved file, or ADDRESS=FILE to say where it was fetched from.
    """
    from blogforever.actions.explain import explain_rules
    from blogforever.actions.feed import read_feed
    from blogforever.actions.learn import learn
    from blogforever.actions.pages import SavedPages
    from blogforever.actions.rules_file import rules_as_json, save_rules
    from blogforever.cli.output import show_rules, warn

    known_feed = read_feed(feed)
    lesson = learn(known_feed, SavedPages(page_files(pages)).with_addresses(known_feed))
    for problem in lesson.problems:
        warn(problem.message)
    if save:
        save_rules(lesson.rules, save)
        warn(f"rules saved in {save}")
    if as_json:
        click.echo(rules_as_json(lesson.rules), nl=False)
    else:
        show_rules(lesson.rules, explain_rules(lesson.rules, xpath=xpath))
