import { describe, expect, it } from 'vitest';
import {
  type ComposerAction,
  type ComposerState,
  isTextOnly,
  messageAbove,
  messageOf,
  reduceComposer,
  startComposer,
  stepOf,
} from './composer-state.ts';
import { messageExample } from './message-example.ts';

const asked = messageExample('asked', '2026-05-04T12:00:00.000Z', { body: 'Qual o prazo?' });
const own = messageExample('own', '2026-05-04T12:01:00.000Z', { body: 'Chega às 15h.', fromMe: true });
const photo = new File(['x'], 'camera.jpg');
const start = startComposer(false);
const after = (...actions: readonly ComposerAction[]): ComposerState => actions.reduce(reduceComposer, start);

const quoting: ComposerAction = { type: 'quote', message: asked };
const editing: ComposerAction = { type: 'edit', message: own };
const toNote: ComposerAction = { type: 'chooseTab', tab: 'note' };

describe('composer', () => {
  it('starts with an empty reply that quotes no message, signed or not as given', () => {
    expect(start).toEqual({
      tab: 'reply',
      quoted: null,
      edit: null,
      cursor: 0,
      dismissed: { quick: null, emoji: null },
      attachment: null,
      dialog: null,
      isRecording: false,
      isSigned: false,
    });
    expect(startComposer(true).isSigned).toBe(true);
  });

  it.each<[string, ComposerAction, Partial<ComposerState>]>([
    ['chooseTab switches to the note', toNote, { tab: 'note' }],
    ['quote sets the quoted message', quoting, { quoted: asked }],
    [
      'edit starts with the text of the sent message',
      editing,
      { edit: { message: own, text: 'Chega às 15h.' } },
    ],
    ['changeEdit without an edit changes nothing', { type: 'changeEdit', text: 'Oi' }, {}],
    ['moveCursor stores the cursor position', { type: 'moveCursor', cursor: 4 }, { cursor: 4 }],
    [
      'dismiss stores the word without emoji completion',
      { type: 'dismiss', kind: 'emoji', word: 'pol' },
      { dismissed: { quick: null, emoji: 'pol' } },
    ],
    [
      'dismiss stores the word without quick reply completion',
      { type: 'dismiss', kind: 'quick', word: 'oi' },
      { dismissed: { quick: 'oi', emoji: null } },
    ],
    [
      'attach stores files and caption for the preview',
      { type: 'attach', files: [photo], caption: 'Olá' },
      { attachment: { files: [photo], caption: 'Olá' } },
    ],
    ['attach without files changes nothing', { type: 'attach', files: [], caption: '' }, {}],
    ['openDialog stores the dialog', { type: 'openDialog', dialog: 'location' }, { dialog: 'location' }],
    ['startRecording sets isRecording', { type: 'startRecording' }, { isRecording: true }],
    ['sign sets isSigned', { type: 'sign', isSigned: true }, { isSigned: true }],
  ])('%s', (_what, action, changed) => {
    expect(after(action)).toEqual({ ...start, ...changed });
  });

  it.each<[string, ComposerAction, ComposerAction]>([
    ['a switch to the note and back', toNote, { type: 'chooseTab', tab: 'reply' }],
    ['files', { type: 'attach', files: [photo], caption: 'Olá' }, { type: 'endAttaching' }],
    ['a dialog', { type: 'openDialog', dialog: 'camera' }, { type: 'closeDialog' }],
    ['a recording', { type: 'startRecording' }, { type: 'endRecording' }],
    ['a signature', { type: 'sign', isSigned: true }, { type: 'sign', isSigned: false }],
    ['a cancelled quote', quoting, { type: 'dropMessage' }],
    ['a cancelled edit', editing, { type: 'dropMessage' }],
    ['a sent reply', quoting, { type: 'sent' }],
    ['a saved edit', editing, { type: 'sent' }],
  ])('returns to its initial state after %s', (_what, begin, end) => {
    expect(after(begin, end)).toEqual(start);
  });

  it('returns the same object when the cursor does not move', () => {
    const state = after({ type: 'moveCursor', cursor: 4 });
    expect(reduceComposer(state, { type: 'moveCursor', cursor: 4 })).toBe(state);
  });

  it('replaces an open dialog, and keeps recording while files are attached', () => {
    const state = after(
      { type: 'openDialog', dialog: 'camera' },
      { type: 'openDialog', dialog: 'contact' },
      { type: 'startRecording' },
      { type: 'attach', files: [photo], caption: '' },
    );
    expect(state).toMatchObject({ dialog: 'contact', isRecording: true, attachment: { caption: '' } });
  });
});

describe('edit of a sent message', () => {
  it('keeps its text when the same edit starts again, and restarts with another message', () => {
    const begun = after(editing, { type: 'changeEdit', text: 'Chega às 16h.' });
    expect(begun.edit).toEqual({ message: own, text: 'Chega às 16h.' });
    expect(reduceComposer(begun, editing)).toBe(begun);
    expect(reduceComposer(begun, { type: 'edit', message: { ...own } }).edit?.text).toBe('Chega às 15h.');
  });

  it('keeps the quoted message for the next reply after the edit is sent', () => {
    expect(after(quoting, editing, { type: 'sent' })).toEqual({ ...start, quoted: asked });
  });

  it('dropMessage cancels the edit and the quote', () => {
    expect(after(quoting, editing, { type: 'dropMessage' })).toEqual(start);
  });
});

describe('composer after leave', () => {
  it('keeps only the quoted message and the signature setting', () => {
    const state = after(
      quoting,
      toNote,
      { type: 'moveCursor', cursor: 4 },
      { type: 'dismiss', kind: 'emoji', word: 'pol' },
      { type: 'attach', files: [photo], caption: '' },
      { type: 'openDialog', dialog: 'camera' },
      { type: 'startRecording' },
      { type: 'sign', isSigned: true },
      { type: 'leave' },
    );
    expect(state).toEqual({ ...startComposer(true), quoted: asked });
  });

  it('resets an edit to the text of the sent message', () => {
    const state = after(editing, { type: 'changeEdit', text: 'Chega' }, { type: 'leave' });
    expect(state).toEqual({ ...start, edit: { message: own, text: own.body } });
  });
});

describe('values derived from a composer', () => {
  it.each([
    ['a reply: all tools, no message above', start, false, null],
    ['a reply with a quote: all tools, quoted message above', after(quoting), false, asked],
    ['a note: text only, no message above', after(quoting, toNote), true, null],
    ['an edit during a quote: text only, edited message above', after(quoting, editing), true, own],
    ['an edit started from a note: text only, edited message above', after(toNote, editing), true, own],
  ] as const)('%s', (_what, state, textOnly, above) => {
    expect(isTextOnly(state)).toBe(textOnly);
    expect(messageAbove(state)).toBe(above);
  });

  it.each([
    ['starts a recording when the text is blank', start, ' \n', 'record'],
    ['sends a reply', start, 'Oi', 'send'],
    ['saves a note', after(toNote), '', 'keepNote'],
    ['saves an edit', after(editing), '', 'saveEdit'],
    ['saves an edit that started from a note', after(toNote, editing), 'Oi', 'saveEdit'],
  ] as const)('the button %s', (_what, state, text, step) => {
    expect(stepOf(state, text)).toBe(step);
  });

  it.each([
    ['a reply', start, { isPrivate: false, signed: false, quoted: null }],
    ['a signed reply', startComposer(true), { isPrivate: false, signed: true, quoted: null }],
    [
      'a reply with a quote',
      after(quoting),
      { isPrivate: false, signed: false, quoted: { id: asked.id, contact: { name: 'Maria' } } },
    ],
    [
      'a note: neither signed nor quoting',
      after(quoting, { type: 'sign', isSigned: true }, toNote),
      { isPrivate: true, signed: false, quoted: null },
    ],
  ] as const)('builds the message of %s', (_what, state, expected) => {
    const message = messageOf(state, 'Oi', { canSign: true, contactName: 'Maria' });
    expect(message).toMatchObject({ body: 'Oi', ...expected });
  });

  it('does not sign a message when the company does not let users sign', () => {
    expect(messageOf(startComposer(true), 'Oi', { canSign: false, contactName: '' }).signed).toBe(false);
  });
});
