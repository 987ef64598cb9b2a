import { toast } from 'sonner';
import { afterEach, expect, it, vi } from 'vitest';
import { initI18n } from '../texts/i18n.ts';
import { noticesReady, notifyError } from './notify.ts';

afterEach(() => vi.unstubAllGlobals());

it('notifyError shows the text of an error as a toast', async () => {
  vi.stubGlobal('document', { documentElement: {} });
  await initI18n('pt');
  const show = vi.spyOn(toast, 'error').mockReturnValue(1);
  noticesReady(toast);
  notifyError(new Error('anything'));
  expect(show.mock.calls.map(([text]) => text)).toEqual(['Ocorreu um erro. Tente de novo.']);
});
