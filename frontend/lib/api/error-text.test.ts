import { queueRoutes } from '@prosa/shared/contracts/queues.ts';
import { LANGUAGES } from '@prosa/shared/entities/user.ts';
import { SEND_FAILURES } from '@prosa/shared/rules/send-failure.ts';
import i18next from 'i18next';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import en from '../../locales/en/errors.json' with { type: 'json' };
import es from '../../locales/es/errors.json' with { type: 'json' };
import pt from '../../locales/pt/errors.json' with { type: 'json' };
import tr from '../../locales/tr/errors.json' with { type: 'json' };
import { changeLanguage, initI18n, loadTexts } from '../texts/i18n.ts';
import { call } from './api-client.ts';
import { errorText, reasonText } from './error-text.ts';

const texts = { en, es, pt, tr };

beforeEach(async () => {
  vi.stubGlobal('document', { documentElement: {} });
  await initI18n('pt');
});
afterEach(() => {
  vi.unstubAllGlobals();
  for (const language of LANGUAGES) i18next.removeResourceBundle(language, 'errors');
});

const refuse = async (status: number, body: object): Promise<unknown> => {
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => new Response(JSON.stringify(body), { status })),
  );
  return call(queueRoutes.list, {}).catch((error: unknown) => error);
};

describe('errorText', () => {
  it('loads the texts with the first error, and follows the language', async () => {
    expect(i18next.hasResourceBundle('pt', 'errors')).toBe(false);
    const error = await refuse(409, { error: 'ERR_QUEUE_NAME_EXISTS' });
    expect(errorText(error)).toBe(pt.ERR_QUEUE_NAME_EXISTS);
    await changeLanguage('tr');
    expect(errorText(error)).toBe(tr.ERR_QUEUE_NAME_EXISTS);
  });

  it('uses the status when a newer server sends an unknown code', async () => {
    expect(errorText(await refuse(409, { error: 'ERR_OF_TOMORROW' }))).toBe(pt.ERR_CONFLICT);
    expect(errorText(await refuse(502, { message: 'Bad gateway' }))).toBe(pt.ERR_INTERNAL);
  });

  it('works without loaded texts when the network is down', async () => {
    vi.stubGlobal(
      'fetch',
      vi.fn(async () => {
        throw new TypeError('fetch failed');
      }),
    );
    const error = await call(queueRoutes.list, {}).catch((caught: unknown) => caught);
    expect(errorText(error)).toBe('Sem internet. Confira a rede e tente de novo.');
    expect(errorText(new Error('anything'))).toBe('Ocorreu um erro. Tente de novo.');
  });
});

describe('reasonText', () => {
  it.each(LANGUAGES)('explains in %s why a message was not sent', async (language) => {
    await changeLanguage(language);
    await loadTexts(['errors']);
    for (const failure of SEND_FAILURES)
      expect(reasonText(failure)).toBe(texts[language].sendFailures[failure]);
    expect(reasonText('refused-479')).toBe(texts[language].sendFailures.refused);
    expect(reasonText('ERR_MEDIA_EMPTY')).toBe(texts[language].ERR_MEDIA_EMPTY);
    expect(reasonText('Media upload failed on all hosts')).toBe('Media upload failed on all hosts');
  });
});
