<?php
return [
  'dependencies' => ['wp-blocks', 'wp-block-editor', 'wp-components', 'wp-element', 'wp-i18n', 'wp-server-side-render'],
  'version' => '1.0.0',
];
