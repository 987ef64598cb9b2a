import { LANGUAGES } from '@prosa/shared/entities/user.ts';
import { SEND_FAILURES } from '@prosa/shared/rules/send-failure.ts';
import i18next from 'i18next';
import { describe, expect, it } from 'vitest';
import en from '../locales/en/errors.json' with { type: 'json' };
import es from '../locales/es/errors.json' with { type: 'json' };
import pt from '../locales/pt/errors.json' with { type: 'json' };
import tr from '../locales/tr/errors.json' with { type: 'json' };
import { reasonText } from './error-text.ts';

const texts = { en, es, pt, tr };

describe('reasonText', () => {
  it.each(LANGUAGES)('says in %s why a message was not sent', async (lng) => {
    await i18next.init({ lng, resources: { [lng]: { errors: texts[lng] } } });
    for (const failure of SEND_FAILURES) expect(reasonText(failure)).toBe(texts[lng].sendFailures[failure]);
    expect(reasonText('refused-479')).toBe(texts[lng].sendFailures.refused);
    expect(reasonText('ERR_MEDIA_EMPTY')).toBe(texts[lng].ERR_MEDIA_EMPTY);
    expect(reasonText('Media upload failed on all hosts')).toBe('Media upload failed on all hosts');
  });
});
