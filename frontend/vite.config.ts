import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressFiles } from './build/compress-files.ts';
import { featureTitles } from './build/feature-titles.ts';
import { serviceWorker } from './build/service-worker.ts';
import { sharedChunks } from './build/shared-chunks.ts';

export default defineConfig({
  plugins: [react(), featureTitles(), compressFiles(), serviceWorker()],
  server: { host: '127.0.0.1' },
  build: {
    outDir: 'dist',
    target: 'es2022',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 9 },
            { name: 'platform', tags: ['$initial'], test: /node_modules/, priority: 8 },
            // Excludes the entry itself, because the page references it by name.
            { name: 'start', tags: ['$initial'], test: /(?<!main\.tsx|index\.html)$/, priority: 7 },
            ...sharedChunks(),
          ],
        },
      },
    },
  },
});
