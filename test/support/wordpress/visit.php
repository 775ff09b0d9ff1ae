<?php
/**
 * One request to a WordPress with the plugin: `php visit.php '{"folder": …}'` prints what the plugin adds to the page. Warnings are failures.
 */

namespace PetstoreAnimals {
  /** The plugin's time is the test's. */
  function time(): int { return $GLOBALS['visit']['now']; }
}

namespace {
  set_error_handler(function (int $level, string $message, string $file, int $line): bool {
    if ((error_reporting() & $level) === 0) return false;
    throw new ErrorException($message, 0, $level, $file, $line);
  });
  $visit = json_decode($argv[1], true, 512, JSON_THROW_ON_ERROR);
  $_GET = $visit['query'];
  $_POST = $visit['form'];
  require __DIR__ . '/functions.php';
  require __DIR__ . '/../../../integrations/wordpress/petstore-animals/petstore-animals.php';
  do_action('init');
  do_action('admin_init');
  do_action('admin_menu');
  echo match ($visit['shows']) {
    'shortcode' => $shortcodes['petstore_animals']($visit['attributes'] ?: ''),
    'block' => do_shortcode($blocks['petstore/animals']['render_callback']($visit['attributes'] + defaults($blocks['petstore/animals']['attributes']))),
    'settings' => settings_page($settings['page']),
    'save' => saved($settings['petstore_animals'], $visit['form']),
  };

  function defaults(array $attributes): array { return array_map(fn($attribute) => $attribute['default'], $attributes); }
  function settings_page(array $page): string {
    if (!current_user_can($page['capability'])) return 'Sorry, you are not allowed to access this page.';
    $page['show']();
    return '';
  }
  function saved(callable $checked, array $form): string {
    update_option('petstore_animals', $checked($form));
    return implode("\n", $GLOBALS['notices']);
  }
}
