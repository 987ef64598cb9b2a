import { type MessageTemplate, messageTemplateSchema } from '@prosa/shared/entities/message-template.ts';
import { describe, expect, it } from 'vitest';
import type { ProviderTemplate } from '../../channels/driver.ts';
import { afterEdit, mayEdit } from './edited-template.ts';
import { syncedTemplates } from './synced-templates.ts';
import { afterNews } from './template-news.ts';

const at = (second: number): string => `2026-11-26T10:00:${String(second).padStart(2, '0')}.000Z`;
const owner = { companyId: 1, businessId: '10', beganAt: at(30) };
const stored = (fields: Partial<MessageTemplate> = {}): MessageTemplate =>
  messageTemplateSchema.parse({
    companyId: 1,
    businessId: '10',
    id: '7',
    name: 'parcel',
    language: 'pt_BR',
    category: 'UTILITY',
    status: 'PENDING',
    header: { kind: 'none' },
    body: 'Oi, {{1}}',
    examples: { body: { '1': 'Maria' } },
    changedAt: at(10),
    ...fields,
  });
const listed = (fields: Partial<ProviderTemplate> = {}): ProviderTemplate => stored(fields);

describe('a sync of templates', () => {
  it('writes a template that is new or changed, and none that is as it was', () => {
    const other = listed({ name: 'other' });
    const { written, removed } = syncedTemplates([stored()], [listed({ status: 'APPROVED' }), other], owner);
    expect(written).toMatchObject([
      { name: 'parcel', status: 'APPROVED', changedAt: at(30), newsAt: {} },
      { name: 'other', companyId: 1, businessId: '10' },
    ]);
    expect(removed).toEqual([]);
    expect(syncedTemplates([stored()], [listed()], owner)).toEqual({ written: [], removed: [] });
  });

  it('removes a template that the provider no longer has, also one in another language', () => {
    const english = stored({ language: 'en_US' });
    expect(syncedTemplates([stored(), english], [listed()], owner)).toEqual({
      written: [],
      removed: [english],
    });
  });

  it('keeps a template that changed after the sync began', () => {
    const [approved, added] = [
      stored({ status: 'APPROVED', changedAt: at(31) }),
      stored({ name: 'new', changedAt: at(31) }),
    ];
    expect(syncedTemplates([approved, added], [listed()], owner)).toEqual({ written: [], removed: [] });
  });
});

describe('an update of a template', () => {
  const approved = { kind: 'status', status: 'APPROVED', rejectedReason: '' } as const;
  const times = (second: number, syncedAt: string | null = null) => ({
    madeAtMs: Date.parse(at(second)),
    syncedAt,
    now: at(50),
  });

  it('changes the status, and remembers when', () => {
    expect(afterNews(stored(), approved, times(20))).toMatchObject({
      status: 'APPROVED',
      newsAt: { status: at(20) },
      changedAt: at(50),
    });
  });

  it('that is older than the last update of its kind changes nothing', () => {
    const paused = stored({ status: 'PAUSED', newsAt: { status: at(21) } });
    expect(afterNews(paused, approved, times(20))).toBeUndefined();
    expect(afterNews(paused, { kind: 'quality', quality: 'RED' }, times(20))).toMatchObject({
      status: 'PAUSED',
      quality: 'RED',
    });
  });

  it('that is older than the last sync changes nothing', () => {
    expect(afterNews(stored(), approved, times(20, at(21)))).toBeUndefined();
  });

  it('of the second in which the template changed is applied, because the provider’s times have whole seconds', () => {
    const sameSecond = '2026-11-26T10:00:20.700Z';
    expect(
      afterNews(stored({ newsAt: { status: sameSecond } }), approved, times(20, sameSecond)),
    ).toMatchObject({
      status: 'APPROVED',
    });
  });
});

describe('an edit of a template', () => {
  const { category, examples, footer, buttons } = stored();
  const header = { kind: 'none' } as const;
  const written = { category, examples, header, footer, buttons, body: 'Olá, {{1}}' };

  it('puts it under review, so that an older approval does not count', () => {
    const after = afterEdit(stored({ status: 'REJECTED', rejectedReason: 'SCAM' }), written, at(20));
    expect(after).toMatchObject({ body: 'Olá, {{1}}', status: 'PENDING', rejectedReason: '' });
    expect(after.newsAt).toEqual({ status: at(20) });
  });

  it('keeps the status of a review that has already ended', () => {
    const before = stored({ status: 'APPROVED', newsAt: { status: at(21) } });
    expect(afterEdit(before, written, at(20))).toMatchObject({ body: 'Olá, {{1}}', status: 'APPROVED' });
  });

  it.each([
    ['APPROVED', true],
    ['REJECTED', true],
    ['PAUSED', true],
    ['PENDING', false],
    ['DISABLED', false],
  ] as const)('of a template in status %s is allowed: %s', (status, isAllowed) => {
    expect(mayEdit(stored({ status }))).toBe(isAllowed);
  });

  it('is not allowed for a template with parts that we do not know', () => {
    expect(mayEdit(stored({ status: 'APPROVED', isSendable: false }))).toBe(false);
  });
});
