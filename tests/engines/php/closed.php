<?php
// An owner who closes what tells machines about the blog: the programming interface and the sitemaps.
if ( get_option( 'closed_to_machines' ) ) {
	add_filter( 'wp_sitemaps_enabled', '__return_false' );
	add_filter(
		'rest_authentication_errors',
		function () {
			return new WP_Error( 'closed', 'Not for you.', array( 'status' => 403 ) );
		}
	);
}
