// Runs before the first paint: the color scheme, and the outline of the shell where a user was signed in.
try {
  const { dataset } = document.documentElement;
  const stored = localStorage.getItem('mantine-color-scheme-value');
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
  dataset.mantineColorScheme = stored === 'light' || stored === 'dark' ? stored : isDark ? 'dark' : 'light';
  if (localStorage.getItem('firstFrame') === 'shell') {
    dataset.firstFrame = localStorage.getItem('sidebarCollapsed') === 'true' ? 'collapsed' : 'full';
    // Otherwise the app's code would be requested only when the first script runs. The build adds its name.
    const { app } = document.currentScript.dataset;
    const href = `/assets/${app}.js`;
    if (app) document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  }
} catch {
  // Without storage, the page starts without the outline.
}
