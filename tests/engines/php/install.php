<?php
// A new WordPress, with nothing of what it greets its owner with.
define( 'WP_INSTALLING', true );
function wp_mail( ...$letter ) {
	return true;
}
require getenv( 'BLOG_FOLDER' ) . '/wp-load.php';
require_once ABSPATH . 'wp-admin/includes/upgrade.php';
wp_install( 'Tidewater Notebook', 'keeper', 'keeper@blog.example', true, '', 'no secret' );
foreach ( get_posts( array( 'post_type' => array( 'post', 'page' ), 'post_status' => 'any', 'numberposts' => -1 ) ) as $post ) {
	wp_delete_post( $post->ID, true );
}
