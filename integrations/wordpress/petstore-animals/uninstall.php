<?php
/** WordPress removes the remembered lists by itself, as they expire. */
defined('WP_UNINSTALL_PLUGIN') || exit;
delete_option('petstore_animals');
