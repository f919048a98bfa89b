const getPositions = (from: number, count: number, step: number): number[] =>
  Array.from({ length: count }, (_, index) => from + index * step);

export const DeskIllustration = () => (
  <svg viewBox="0 0 900 900" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
    <defs>
      <filter id="lift" x="-20%" y="-20%" width="140%" height="140%" colorInterpolationFilters="sRGB">
        <feDropShadow dx="0" dy="10" stdDeviation="14" floodOpacity="0.1" />
      </filter>
      <pattern id="grid" width="30" height="30" patternUnits="userSpaceOnUse">
        <circle cx="15" cy="15" r="1.3" fill="var(--bo-control-line)" opacity="0.7" />
      </pattern>
    </defs>
    <rect width="900" height="900" fill="url(#grid)" />
    <g transform="rotate(-9 360 450)" filter="url(#lift)">
      <rect x="170" y="180" width="400" height="540" rx="6" fill="var(--bo-card)" />
      <path d="M230 180v540" stroke="var(--bo-line)" strokeWidth="2" />
      {getPositions(250, 15, 30).map((y) => (
        <path key={y} d={`M170 ${y}h400`} stroke="var(--bo-line)" strokeWidth="1.5" />
      ))}
    </g>
    <g transform="rotate(6 560 480)" filter="url(#lift)">
      <rect x="400" y="220" width="330" height="470" rx="14" fill="var(--bo-cover)" />
      <rect x="400" y="220" width="46" height="470" rx="14" fill="var(--bo-cover-spine)" />
      <rect x="500" y="300" width="170" height="92" rx="6" fill="var(--bo-card)" />
      <path
        d="M524 334h122M524 358h78"
        stroke="var(--bo-control-line)"
        strokeWidth="5"
        strokeLinecap="round"
      />
      <path d="M700 220v470" stroke="var(--bo-card)" strokeWidth="7" opacity="0.85" />
    </g>
    <g transform="rotate(-32 450 700)" filter="url(#lift)">
      <rect x="210" y="690" width="470" height="24" fill="var(--bo-pencil)" />
      <rect x="210" y="698" width="470" height="8" fill="var(--bo-card)" opacity="0.35" />
      <path d="M680 690l52 12-52 12z" fill="var(--bo-card)" />
      <path d="M713 697.500l19 4.500-19 4.500z" fill="var(--bo-ink)" />
      <rect x="178" y="690" width="34" height="24" rx="5" fill="var(--bo-control-line)" />
    </g>
    <g transform="rotate(6 200 250)" filter="url(#lift)">
      <rect x="90" y="96" width="560" height="58" rx="4" fill="var(--bo-card)" />
      {getPositions(110, 53, 10).map((x, index) => (
        <path
          key={x}
          d={`M${x} 96v${index % 5 === 0 ? 22 : 12}`}
          stroke="var(--bo-control-line)"
          strokeWidth="1.5"
        />
      ))}
    </g>
    <path
      d="M760 250c0-16 24-16 24 0v74c0 30-42 30-42 0v-82c0-44 60-44 60 0v78"
      fill="none"
      stroke="var(--bo-switch-off)"
      strokeWidth="6"
      strokeLinecap="round"
      transform="rotate(18 770 290)"
    />
  </svg>
);
