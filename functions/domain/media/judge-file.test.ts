import { cleanFileName } from '@prosa/shared/rules/clean-file-name.ts';
import { isRefusedType } from '@prosa/shared/rules/refused-type.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isVoiceNote, judgeInboundFile, judgeOutboundFile } from './judge-file.ts';

const facts = (declared: string, detected?: string, more: { fileName?: string; head?: string } = {}) => ({
  declared,
  detected,
  fileName: 'arquivo',
  head: '',
  ...more,
});

describe('S-39: files from attendants', () => {
  it.each([
    ['image/jpeg', 'image/jpeg', { mediaType: 'image', mimeType: 'image/jpeg' }],
    ['image/png', 'image/jpeg', { mediaType: 'image', mimeType: 'image/jpeg' }],
    ['video/mp4', 'video/mp4', { mediaType: 'video', mimeType: 'video/mp4' }],
    ['audio/ogg', 'audio/ogg; codecs=opus', { mediaType: 'audio', mimeType: 'audio/ogg; codecs=opus' }],
    ['audio/mp4', 'video/mp4', { mediaType: 'audio', mimeType: 'audio/mp4' }],
    ['audio/webm;codecs=opus', 'video/webm', { mediaType: 'application', mimeType: 'audio/webm' }],
    ['application/pdf', 'application/pdf', { mediaType: 'application', mimeType: 'application/pdf' }],
    [
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'application/zip',
      {
        mediaType: 'application',
        mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      },
    ],
    ['application/octet-stream', 'image/png', { mediaType: 'image', mimeType: 'image/png' }],
    ['text/plain', undefined, { mediaType: 'application', mimeType: 'text/plain' }],
    [
      'application/x-unheard-of',
      undefined,
      { mediaType: 'application', mimeType: 'application/octet-stream' },
    ],
    ['text/xml', 'application/xml', { mediaType: 'application', mimeType: 'application/xml' }],
    ['image/tiff', 'image/tiff', { mediaType: 'application', mimeType: 'image/tiff' }],
  ])('accepts %s with the bytes of %s', (declared, detected, expected) => {
    expect(judgeOutboundFile(facts(declared, detected))).toEqual({ ...expected, fileName: 'arquivo' });
  });

  it.each([
    ['image/png', undefined],
    ['image/png', 'application/pdf'],
    ['image/png', 'video/mp4'],
    ['video/mp4', 'image/png'],
    ['audio/ogg', 'image/gif'],
    ['application/pdf', 'image/png'],
    ['application/pdf', 'application/zip'],
    ['application/pdf', undefined],
    ['application/zip', undefined],
    ['text/plain', 'image/png'],
    ['application/octet-stream', 'application/x-msdownload'],
    ['application/x-elf', 'application/x-elf'],
    ['image/svg+xml', undefined],
    ['text/html', undefined],
    ['application/javascript', undefined],
  ])('rejects %s with the bytes of %s', (declared, detected) => {
    expect(judgeOutboundFile(facts(declared, detected))).toEqual({ refused: 'ERR_MEDIA_TYPE' });
  });

  it.each([
    ['text/plain', undefined, { head: '\ufeff <!DOCTYPE html><p>oi' }],
    ['text/xml', 'application/xml', { head: '<?xml version="1.0"?><svg onload="alert(1)"/>' }],
    ['text/plain', undefined, { head: 'a<ScRiPt src=//x>' }],
    ['text/plain', undefined, { fileName: 'nota.HTML' }],
    ['image/png', 'image/png', { fileName: 'logo.svg' }],
  ])('rejects a file that a browser might run: %s %s %j', (declared, detected, more) => {
    expect(judgeOutboundFile(facts(declared, detected, more))).toEqual({ refused: 'ERR_MEDIA_TYPE' });
  });

  it('rejects a forbidden type or name by the announcement alone', () => {
    expect(isRefusedType('image/svg+xml', 'a.png')).toBe(true);
    expect(isRefusedType('image/png', 'a.svgz')).toBe(true);
    expect(isRefusedType('image/png', 'a.png')).toBe(false);
  });

  it('recognizes a voice note', () => {
    expect(isVoiceNote('audio/ogg; codecs=opus')).toBe(true);
    expect(isVoiceNote('video/webm')).toBe(false);
    expect(isVoiceNote(undefined)).toBe(false);
  });
});

describe('S-39: files from customers', () => {
  it.each([
    ['image/jpeg', 'image/jpeg', 'image', 'image/jpeg'],
    ['image/jpeg', undefined, 'application', 'application/octet-stream'],
    ['image/jpeg', 'application/pdf', 'application', 'application/pdf'],
    ['image/svg+xml', undefined, 'application', 'application/octet-stream'],
    ['text/html', undefined, 'application', 'application/octet-stream'],
    ['audio/ogg; codecs=opus', 'audio/ogg; codecs=opus', 'audio', 'audio/ogg; codecs=opus'],
    ['application/pdf', 'application/pdf', 'application', 'application/pdf'],
  ])('stores %s with the bytes of %s as %s %s', (declared, detected, mediaType, mimeType) => {
    expect(judgeInboundFile(facts(declared, detected))).toEqual({ mediaType, mimeType, fileName: 'arquivo' });
  });
});

/** Names whose extension differs from the one that people see, with the names that they are saved as. */
const DISGUISES: readonly [name: string, clean: string][] = [
  ['nota.html\u200b', 'nota.html'],
  ['nota.ht\u200dml', 'nota.html'],
  ['nota.ht\u200dml.', 'nota.html'],
  ['nota.h\u00adtml', 'nota.html'],
  ['nota.html\ufe0f', 'nota.html'],
  ['nota.htm\u3164l', 'nota.html'],
  ['nota.html\ud800', 'nota.html'],
  ['nota.html.', 'nota.html'],
  ['nota.html. . .', 'nota.html'],
  ['nota.html \u00a0', 'nota.html'],
  ['nota\uff0ehtml', 'nota\uff0ehtml'],
  ['nota.\uff48\uff54\uff4d\uff4c', 'nota.\uff48\uff54\uff4d\uff4c'],
  ['nota.html\u2028', 'nota.html'],
  ['foto\u202egpj.exe', 'fotogpj.exe'],
  ['foto\u2067gpj\u2069.exe', 'fotogpj.exe'],
  ['fatura.pdf.exe', 'fatura.pdf.exe'],
  [`fatura.pdf${' '.repeat(120)}.exe`, 'fatura.pdf .exe'],
  [`${'a'.repeat(145)}.html${'b'.repeat(60)}`, `${'a'.repeat(145)}.html`],
  [`logo.svg\u0000.png\u200b.svg`, 'logo.svg.png.svg'],
];

describe('S-37, S-39, S-43: file names are checked in their cleaned form', () => {
  it.each(DISGUISES)('%j is stored as %j, and rejected', (name, clean) => {
    expect(cleanFileName(name)).toBe(clean);
    expect(isRefusedType('image/png', name)).toBe(true);
    for (const [declared, detected] of [
      ['image/png', 'image/png'],
      ['text/plain', undefined],
    ] as const) {
      expect(judgeOutboundFile(facts(declared, detected, { fileName: name }))).toEqual({
        refused: 'ERR_MEDIA_TYPE',
      });
      expect(judgeInboundFile(facts(declared, detected, { fileName: name }))).toEqual({
        mediaType: 'application',
        mimeType: 'application/octet-stream',
        fileName: clean,
      });
    }
  });

  it('a harmless name that only resembles a dangerous one is accepted', () => {
    for (const fileName of ['nota.xml', 'a.html.txt', 'exe', 'relatório.json', 'CON1.pdf'])
      expect(judgeOutboundFile(facts('text/plain', undefined, { fileName }))).toMatchObject({ fileName });
  });
});

describe('S-37, S-43: file names', () => {
  it.each([
    ['../../etc/passwd', '_.._etc_passwd'],
    ['nota\u202efdp.exe', 'notafdp.exe'],
    ['a\r\nSet-Cookie: x.txt', 'a Set-Cookie_ x.txt'],
    ['\u200b', 'file'],
    ['...', 'file'],
    ['.htaccess', 'htaccess'],
    ['CON', '_CON'],
    ['nul.txt', '_nul.txt'],
    ['com1.tar.gz', '_com1.tar.gz'],
    ['nota.txt:b.html', 'nota.txt_b.html'],
    ['nota.txt::$DATA', 'nota.txt_$DATA'],
    ['\u2100.pdf', '\u2100.pdf'],
    ['\u3164.\u115f', 'file'],
    ['2ª via 100 m² ½.pdf', '2ª via 100 m² ½.pdf'],
    ['relato\u0301rio.pdf', 'relatório.pdf'],
    ['می\u200cخواهم.pdf', 'می\u200cخواهم.pdf'],
    ['👨\u200d👩\u200d👧 ❤️.png', '👨\u200d👩\u200d👧 ❤️.png'],
    ['relatório (1).pdf', 'relatório (1).pdf'],
  ])('%j becomes %j', (name, clean) => {
    expect(cleanFileName(name)).toBe(clean);
  });

  it('keeps the extension of a long name', () => {
    const clean = cleanFileName(`${'ã'.repeat(300)}.pdf`);
    expect([...clean]).toHaveLength(150);
    expect(clean.endsWith('.pdf')).toBe(true);
  });

  it('leaves an already clean name unchanged', () => {
    const part = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 8 }),
      fc.constantFrom(
        '.',
        ' ',
        'con',
        'nul',
        '/',
        ':',
        '\u202e',
        '\u200d',
        '\ud800',
        '\ufe52',
        '\u2024',
        'a'.repeat(80),
        '.html',
      ),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const clean = cleanFileName(parts.join(''));
        expect(cleanFileName(clean)).toBe(clean);
        expect(clean).not.toMatch(
          /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069\\/:*?"<>|]|^[\s.]|[\s.]$|^(con|nul|com\d)(\.|$)/iu,
        );
        expect([...clean].length).toBeLessThanOrEqual(150);
        expect(encodeURIComponent(clean)).not.toBe('');
      }),
      { numRuns: 2000, seed: 37 },
    );
  });
});
