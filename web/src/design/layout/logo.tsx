/** A paw. */
export const Logo = ({ size = 28 }: { readonly size?: number }) => (
  <svg class="logo" width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
    <rect width="32" height="32" rx="9" fill="var(--accent)" />
    <g fill="var(--on-accent)">
      <ellipse cx="9.4" cy="15.2" rx="2.3" ry="3" transform="rotate(-24 9.4 15.2)" />
      <ellipse cx="13.6" cy="10.2" rx="2.4" ry="3.3" transform="rotate(-7 13.6 10.2)" />
      <ellipse cx="18.9" cy="10.2" rx="2.4" ry="3.3" transform="rotate(7 18.9 10.2)" />
      <ellipse cx="23" cy="15.2" rx="2.3" ry="3" transform="rotate(24 23 15.2)" />
      <path d="M16.2 15.1c3.2 0 6.2 4.3 6.2 6.9 0 1.9-1.4 2.7-2.9 2.7-1.3 0-2.1-.6-3.3-.6s-2 .6-3.3.6c-1.5 0-2.9-.8-2.9-2.7 0-2.6 3-6.9 6.2-6.9z" />
    </g>
  </svg>
);
