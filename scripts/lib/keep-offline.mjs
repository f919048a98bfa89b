// Loaded into whatever npx starts; only the tool itself is kept from fetching its translations and Electron's releases,
// which it does not need and does not survive where nothing answers.
import https from 'node:https';
import { syncBuiltinESMExports } from 'node:module';

if (process.argv[1]?.includes('electronegativity')) {
  https.request = () => {
    throw new Error('offline');
  };
  syncBuiltinESMExports();
}
