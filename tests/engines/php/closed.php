<?php
// An owner who closes what tells machines about the blog: the programming interface and the sitemaps, or all feeds.
if ( get_option( 'closed_to_machines' ) ) {
	add_filter( 'wp_sitemaps_enabled', '__return_false' );
	add_filter(
		'rest_authentication_errors',
		function () {
			return new WP_Error( 'closed', 'Not for you.', array( 'status' => 403 ) );
		}
	);
}
if ( get_option( 'closed_feeds' ) ) {
	foreach ( array( 'rdf', 'rss', 'rss2', 'atom', 'rss2_comments', 'atom_comments' ) as $feed ) {
		add_action(
			"do_feed_$feed",
			function () {
				wp_die( 'No feeds here.', '', array( 'response' => 404 ) );
			},
			1
		);
	}
	remove_action( 'wp_head', 'feed_links', 2 );
	remove_action( 'wp_head', 'feed_links_extra', 3 );
}
