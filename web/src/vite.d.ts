declare module '*.css';
declare module '*.css?inline' {
  const text: string;
  export default text;
}
/** False in `embed.js`, which the build leaves without what only the service's own board has. */
declare const IS_OWN: boolean;
/** False in `content.js`, which renders pages for those who run no scripts: nothing in them needs one. */
declare const HAS_SCRIPTS: boolean;
interface ImportMeta {
  readonly env: { readonly DEV: boolean };
}
