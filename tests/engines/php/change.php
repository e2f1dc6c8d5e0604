<?php
// Options and theme as the standard input tells, in JSON.
require getenv( 'BLOG_FOLDER' ) . '/wp-load.php';
$wanted = json_decode( file_get_contents( 'php://stdin' ), true );
switch_theme( $wanted['theme'] );
foreach ( $wanted['options'] as $name => $value ) {
	update_option( $name, $value );
}
delete_option( 'rewrite_rules' ); // the next request makes them anew
