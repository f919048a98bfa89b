export const Logo = () => (
  <svg width="1.75rem" height="1.75rem" viewBox="0 0 28 28" aria-hidden="true">
    <rect width="28" height="28" rx="7" fill="var(--bo-primary)" />
    <path d="M8 7h8l5 5v9a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1V8a1 1 0 0 1 1-1z" fill="var(--bo-primary-contrast)" />
    <path d="M16 7v4a1 1 0 0 0 1 1h4z" fill="var(--bo-primary)" opacity="0.35" />
    <path d="M10 15h8M10 18h6" stroke="var(--bo-primary)" strokeWidth="1.4" strokeLinecap="round" />
  </svg>
);
