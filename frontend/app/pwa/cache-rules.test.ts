import { describe, expect, it } from 'vitest';
import { filesAmong, handlingOf } from './cache-rules.ts';

const ORIGIN = 'https://prosa.example';
const seen = (path: string, { method = 'GET', mode = 'cors' } = {}) =>
  handlingOf({ method, mode, url: new URL(path, ORIGIN).href }, ORIGIN);

describe('handlingOf', () => {
  it('keeps pages of screens and files named by their content', () => {
    expect(seen('/', { mode: 'navigate' })).toBe('page');
    expect(seen('/tickets/1b2c?message=3', { mode: 'navigate' })).toBe('page');
    expect(seen('/assets/inbox-DkJ3.js')).toBe('file');
    expect(seen('/manifest.json')).toBe('manifest');
  });

  it.each([
    '/api/tickets',
    '/api/auth/refresh_token',
    '/media/1/a.jpg',
    '/external/messages/send',
    '/ws',
    '/sandbox',
  ])('leaves %s to the browser, for fetches and navigation', (path) => {
    expect(seen(path)).toBe('none');
    expect(seen(path, { mode: 'navigate' })).toBe('none');
  });

  it('leaves changes, other origins and other files to the browser', () => {
    expect(seen('/assets/inbox-DkJ3.js', { method: 'POST' })).toBe('none');
    expect(seen('/', { method: 'POST', mode: 'navigate' })).toBe('none');
    expect(seen('https://other.example/assets/a.js')).toBe('none');
    expect(seen('https://other.example/', { mode: 'navigate' })).toBe('none');
    expect(seen('/favicon.svg')).toBe('none');
  });
});

describe('filesAmong', () => {
  it('returns the paths of the app’s own files once', () => {
    expect(
      filesAmong(
        [
          `${ORIGIN}/assets/a.js`,
          `${ORIGIN}/assets/a.js`,
          `${ORIGIN}/api/tickets`,
          'https://cdn.example/assets/b.js',
        ],
        ORIGIN,
      ),
    ).toEqual(['/assets/a.js']);
  });
});
