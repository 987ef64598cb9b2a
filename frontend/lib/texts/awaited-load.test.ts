import i18next from 'i18next';
import { beforeAll, expect, it, vi } from 'vitest';
import { awaitedLoad } from './awaited-load.ts';
import { initI18n } from './i18n.ts';

beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: {} });
  await initI18n('pt');
});

it('is the same load for the render that follows it, although the texts are there by then', async () => {
  const load = awaitedLoad('pt', 'tags');
  expect(load).toBeInstanceOf(Promise);
  await load;
  expect(i18next.hasResourceBundle('pt', 'tags')).toBe(true);
  expect(awaitedLoad('pt', 'tags')).toBe(load);
});

it('is none if the texts came with the page', () => {
  expect(awaitedLoad('pt', 'common')).toBeUndefined();
});
