<?php
/**
 * The functions of WordPress that the plugin calls, with what the plugin depends on: how texts are escaped, what a request remembers, how long
 * an answer may take. `visit.php` sets `$visit`.
 */

const ABSPATH = __DIR__;
$actions = [];
$shortcodes = [];
$blocks = [];
$settings = [];
$notices = [];
$remembered = [];

function add_action(string $name, callable $run): void { $GLOBALS['actions'][$name][] = $run; }
function do_action(string $name): void { foreach ($GLOBALS['actions'][$name] ?? [] as $run) $run(); }
function add_shortcode(string $name, callable $render): void { $GLOBALS['shortcodes'][$name] = $render; }
/** In what blocks have written, too. What a shortcode has written is not read again. */
function do_shortcode(string $html): string {
  return preg_replace_callback('/\[(\w+)[^\]]*\]/', fn($found) => ($GLOBALS['shortcodes'][$found[1]] ?? fn() => $found[0])(''), $html);
}
function register_block_type(string $folder, array $arguments): void {
  $block = json_decode(file_get_contents("$folder/block.json"), true);
  $GLOBALS['blocks'][$block['name']] = $arguments + $block;
}
function get_block_wrapper_attributes(): string { return 'class="wp-block-petstore-animals"'; }
function shortcode_atts(array $defaults, array $given): array { return array_intersect_key($given, $defaults) + $defaults; }
function wp_enqueue_style(string $handle): void {}
function __(string $text): string { return $text; }
function get_locale(): string { return $GLOBALS['visit']['locale']; }
function current_user_can(string $capability): bool { return in_array($capability, $GLOBALS['visit']['capabilities'], true); }
function get_permalink(): string { return 'https://www.shelter.example/animals/'; }
function add_query_arg(string $name, int $value, string $url): string { return "$url?$name=$value"; }
/** The plugin's locks are there: a test counts who has come to one. */
function get_temp_dir(): string {
  file_put_contents($GLOBALS['visit']['folder'] . '/at-locks', '.', FILE_APPEND);
  return $GLOBALS['visit']['folder'] . '/';
}

// Escaping. An entity stays what it is.
function esc_html(string $text): string {
  return preg_match('//u', $text) ? htmlspecialchars($text, ENT_QUOTES, 'UTF-8', false) : '';
}
function esc_attr(string $text): string { return esc_html($text); }
function esc_html__(string $text): string { return esc_html($text); }
function esc_url_raw(string $url, array $protocols = ['http', 'https', 'mailto', 'tel', 'feed']): string {
  $url = preg_replace('/[^a-z0-9\-~+_.?#=!&;,\/:%@$|*\'()\[\]\x80-\xff]/i', '', str_replace(' ', '%20', ltrim($url)));
  if ($url === '' || preg_match('~^[/?#]~', $url)) return $url;
  if (!str_contains($url, ':')) return "http://$url";
  return in_array(strtolower(strstr($url, ':', true)), $protocols, true) ? $url : '';
}
function esc_url(string $url): string { return str_replace(['&amp;', '&', "'"], ['&', '&#038;', '&#039;'], esc_url_raw($url)); }

// Options and transients are in one file. A request reads each of them once, and remembers it.
function options(?callable $change = null): array {
  $file = fopen($GLOBALS['visit']['folder'] . '/options', 'c+');
  flock($file, LOCK_EX);
  $options = unserialize(stream_get_contents($file) ?: serialize([]));
  if ($change !== null) {
    $options = $change($options);
    rewind($file);
    ftruncate($file, 0);
    fwrite($file, serialize($options));
  }
  fclose($file);
  return $options;
}
function get_option(string $name): mixed {
  global $remembered;
  if (isset($remembered['notoptions'][$name])) return false;
  if (array_key_exists($name, $remembered)) return $remembered[$name];
  $options = options();
  if (array_key_exists($name, $options)) return $remembered[$name] = $options[$name];
  $remembered['notoptions'][$name] = true;
  return false;
}
function update_option(string $name, mixed $value): void {
  options(fn($options) => [$name => $value] + $options);
  $GLOBALS['remembered'][$name] = $value;
  unset($GLOBALS['remembered']['notoptions'][$name]);
}
function wp_cache_delete(string $name, string $group): void { unset($GLOBALS['remembered'][$name]); }
function get_transient(string $name): mixed {
  $until = get_option("_transient_timeout_$name");
  return $until !== false && $until < $GLOBALS['visit']['now'] ? false : get_option("_transient_$name");
}
function set_transient(string $name, mixed $value, int $seconds): void {
  update_option("_transient_timeout_$name", $GLOBALS['visit']['now'] + $seconds);
  update_option("_transient_$name", $value);
}

// Requests.
class WP_Error {
  public function __construct(private string $message) {}
  public function get_error_message(): string { return $this->message; }
}
function is_wp_error(mixed $answer): bool { return $answer instanceof WP_Error; }
function wp_remote_get(string $url, array $options): array|WP_Error {
  if (!$GLOBALS['visit']['givesUp']) $options['timeout'] = 60;
  $deadline = microtime(true) + $options['timeout'];
  $headers = array_map(fn($name, $value) => "$name: $value", array_keys($options['headers']), $options['headers']);
  $http = ['header' => $headers, 'timeout' => $options['timeout'], 'ignore_errors' => true, 'follow_location' => $options['redirection']];
  $stream = @fopen($url, 'r', false, stream_context_create(['http' => $http]));
  if (!$stream) return new WP_Error(error_get_last()['message']);
  $body = '';
  while (!feof($stream) && strlen($body) < $options['limit_response_size']) {
    $left = $deadline - microtime(true);
    if ($left <= 0) return new WP_Error('Operation timed out');
    stream_set_timeout($stream, (int) $left, (int) (fmod($left, 1) * 1e6));
    $body .= fread($stream, 65536);
  }
  $head = stream_get_meta_data($stream)['wrapper_data'];
  $fields = [];
  foreach (array_slice($head, 1) as $line) {
    [$name, $value] = explode(': ', $line, 2) + ['', ''];
    $fields[strtolower($name)] = $value;
  }
  return ['status' => (int) explode(' ', $head[0])[1], 'fields' => $fields, 'body' => substr($body, 0, $options['limit_response_size'])];
}
function wp_remote_retrieve_response_code(array $answer): int { return $answer['status']; }
function wp_remote_retrieve_header(array $answer, string $name): string { return $answer['fields'][$name] ?? ''; }
function wp_remote_retrieve_body(array $answer): string { return $answer['body']; }

// The page of settings.
function add_options_page(string $title, string $menu, string $capability, string $name, callable $page): void {
  $GLOBALS['settings']['page'] = ['capability' => $capability, 'show' => $page];
}
function register_setting(string $group, string $name, array $arguments): void { $GLOBALS['settings'][$name] = $arguments['sanitize_callback']; }
function add_settings_error(string $setting, string $code, string $message): void { $GLOBALS['notices'][] = $message; }
function settings_fields(string $group): void { wp_nonce_field("$group-options"); }
function wp_nonce_field(string $action): void { echo '<input type="hidden" name="_wpnonce" value="' . md5($action) . '">'; }
function check_admin_referer(string $action): void {
  if (($_POST['_wpnonce'] ?? '') !== md5($action)) exit('The link you followed has expired.');
}
function submit_button(string $text = 'Save Changes', string $kind = 'primary', string $name = 'submit'): void {
  echo '<p class="submit"><input type="submit" name="' . esc_attr($name) . '" class="button button-' . $kind . '" value="' . esc_attr($text) . '"></p>';
}
