<?php
// Files as they are, everything else through WordPress; each request is written down.
file_put_contents( getenv( 'BLOG_LOG' ), $_SERVER['REQUEST_URI'] . "\n", FILE_APPEND | LOCK_EX );
$path = rawurldecode( explode( '?', $_SERVER['REQUEST_URI'], 2 )[0] );
if ( is_file( $_SERVER['DOCUMENT_ROOT'] . $path ) ) {
	return false;
}
$_SERVER['SCRIPT_NAME'] = '/index.php';
$_SERVER['PHP_SELF']    = '/index.php';
require $_SERVER['DOCUMENT_ROOT'] . '/index.php';
