<?php
// One thing that the owner of the blog does, as the standard input tells, in JSON; the answer tells of the post.
function wp_mail( ...$letter ) {
	return true;
}
require getenv( 'BLOG_FOLDER' ) . '/wp-load.php';
require_once ABSPATH . 'wp-admin/includes/taxonomy.php';
wp_set_current_user( 1 );
$told = json_decode( file_get_contents( 'php://stdin' ), true );
$id   = $told['id'] ?? 0;
$does = array(
	'publish' => fn() => wp_insert_post(
		wp_slash(
			array(
				'post_title'     => $told['title'],
				'post_content'   => $told['html'],
				'post_status'    => 'publish',
				'post_author'    => 1,
				'tags_input'     => $told['tags'],
				'post_category'  => array( wp_create_category( 'Diary' ) ),
				'comment_status' => 'open',
			)
		)
	),
	'edit'    => fn() => wp_update_post( wp_slash( array( 'ID' => $id, 'post_content' => $told['html'] ) ) ),
	'retitle' => fn() => wp_update_post( wp_slash( array( 'ID' => $id, 'post_title' => $told['title'] ) ) ),
	'tag'     => function () use ( $id, $told ) {
		wp_set_post_tags( $id, $told['tags'] );
		return wp_update_post( array( 'ID' => $id ) ); // as the editor does when it saves
	},
	'move'    => fn() => wp_update_post( array( 'ID' => $id, 'post_name' => $told['slug'] ) ),
	'delete'  => fn() => wp_trash_post( $id ) ? $id : 0,
	'restore' => function () use ( $id ) {
		wp_untrash_post( $id );
		wp_publish_post( $id );
		return $id;
	},
	'comment' => fn() => wp_insert_comment(
		wp_slash(
			array(
				'comment_post_ID'      => $id,
				'comment_author'       => $told['author'],
				'comment_author_email' => 'neighbour@blog.example',
				'comment_content'      => $told['text'],
				'comment_approved'     => 1,
			)
		)
	) ? $id : 0,
	'theme'   => function () use ( $told ) {
		switch_theme( $told['theme'] );
		return 0;
	},
	'widget'  => function () use ( $told ) {
		update_option( 'blogdescription', $told['text'] );
		$widgets                    = get_option( 'sidebars_widgets', array() );
		$widgets['sidebar-1']       = array( 'block-2' );
		update_option( 'widget_block', array( 2 => array( 'content' => '<p>' . $told['text'] . '</p>' ), '_multiwidget' => 1 ) );
		update_option( 'sidebars_widgets', $widgets );
		return 0;
	},
);
$id = $does[ $told['does'] ]();
clean_post_cache( $id );
$post = $id ? get_post( $id ) : null;
echo json_encode(
	array(
		'id'      => $id,
		'address' => $post && 'publish' === $post->post_status ? get_permalink( $post ) : null,
	)
);
