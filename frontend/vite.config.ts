import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressFiles } from './build/compress-files.ts';
import { firstVisitChunk } from './build/first-visit-chunks.ts';

export default defineConfig({
  plugins: [react(), compressFiles()],
  server: { host: '127.0.0.1' },
  build: {
    outDir: 'dist',
    target: 'es2022',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 3 },
            { name: 'platform', tags: ['$initial'], test: /node_modules/, priority: 2 },
            // But for the entry itself, which the page names.
            { name: 'start', tags: ['$initial'], test: /(?<!main\.tsx|index\.html)$/, priority: 1 },
            { name: firstVisitChunk(), debugName: 'first visit' },
          ],
        },
      },
    },
  },
});
