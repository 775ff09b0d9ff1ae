<?php
/** Settings → Petstore. */

namespace PetstoreAnimals;

defined('ABSPATH') || exit;

const OPTION = 'petstore_animals';

/** @return array{address: string, key: string} */
function settings(): array {
  $stored = get_option(OPTION);
  $stored = is_array($stored) ? $stored : [];
  return ['address' => text_in($stored, 'address'), 'key' => text_in($stored, 'key')];
}

add_action('admin_init', function (): void {
  register_setting('petstore_animals', OPTION, ['type' => 'array', 'sanitize_callback' => __NAMESPACE__ . '\checked']);
});

add_action('admin_menu', function (): void {
  add_options_page('Petstore', 'Petstore', 'manage_options', 'petstore-animals', __NAMESPACE__ . '\settings_page');
});

/** The settings as they are stored. What cannot be right is refused, and stays as it was. */
function checked(mixed $sent): array {
  $sent = is_array($sent) ? $sent : [];
  $address = rtrim(esc_url_raw(trim(text_in($sent, 'address')), ['http', 'https']), '/');
  $key = trim(text_in($sent, 'key'));
  $refusals = array_filter([
    preg_match('~^https?://[^/?#@]+$~', $address) ? '' : __('The address must be such as https://pets.shelter.example, without a path.', 'petstore-animals'),
    preg_match('/^ppk_(?:live|test)_\w+$/', $key) ? '' : __('The key must be a publishable one, which begins with ppk_. Never enter a secret key here.', 'petstore-animals'),
  ]);
  foreach ($refusals as $refusal) add_settings_error(OPTION, 'petstore_animals', $refusal);
  return $refusals === [] ? ['address' => $address, 'key' => $key] : settings();
}

function settings_page(): void {
  if (!current_user_can('manage_options')) return;
  ['address' => $address, 'key' => $key] = settings();
  $fields = [
    ['address', 'url', __('Address of the Petstore', 'petstore-animals'), $address, 'https://pets.shelter.example'],
    ['key', 'text', __('Publishable key', 'petstore-animals'), $key, 'ppk_live_…'],
  ];
  echo '<div class="wrap"><h1>Petstore</h1>';
  if (isset($_POST['petstore_test'])) {
    check_admin_referer('petstore_test');
    echo test_html();
  }
  echo '<form action="options.php" method="post">';
  settings_fields('petstore_animals');
  echo '<table class="form-table" role="presentation">';
  foreach ($fields as [$name, $type, $label, $value, $example]) {
    printf(
      '<tr><th scope="row"><label for="petstore-%1$s">%2$s</label></th><td><input class="regular-text code" id="petstore-%1$s" name="%3$s[%1$s]" type="%4$s" value="%5$s" placeholder="%6$s" required></td></tr>',
      esc_attr($name), esc_html($label), esc_attr(OPTION), esc_attr($type), esc_attr($value), esc_attr($example),
    );
  }
  echo '</table>';
  submit_button();
  echo '</form><form method="post">';
  wp_nonce_field('petstore_test');
  submit_button(__('Test the connection', 'petstore-animals'), 'secondary', 'petstore_test');
  echo '</form><p>', esc_html__('Put the block “Petstore Animals” in a page, or this shortcode:', 'petstore-animals'), ' <code>[petstore_animals]</code></p></div>';
}

/** What the Petstore answers now, as a notice. */
function test_html(): string {
  try {
    ['body' => $pets] = answer('/v1/pets?status=available&limit=3');
    answer('/words?lang=en');
    $names = implode(', ', array_map(fn($pet) => is_array($pet) ? text_in($pet, 'name') : throw nonsense(), $pets));
    return notice_html('success', $names === ''
      ? __('It works. Visitors see no animals yet.', 'petstore-animals')
      /* translators: %s: the names of some animals */
      : sprintf(__('It works. The newest animals that visitors see: %s', 'petstore-animals'), $names));
  } catch (\RuntimeException $failure) {
    return notice_html('error', $failure->getMessage());
  }
}

function notice_html(string $kind, string $content): string {
  return '<div class="notice notice-' . esc_attr($kind) . '"><p>' . text($content) . '</p></div>';
}
