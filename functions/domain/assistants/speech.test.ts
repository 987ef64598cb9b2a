import { expect, it } from 'vitest';
import { speechDocument } from './speech.ts';

it('a voice says a text in its language', () => {
  expect(speechDocument('pt-BR-FranciscaNeural', 'Olá')).toBe(
    '<speak version="1.0" xml:lang="pt-BR"><voice name="pt-BR-FranciscaNeural">Olá</voice></speak>',
  );
});

it('S-37: a text is only ever text in the document', () => {
  const document = speechDocument(
    'pt-BR-AntonioNeural',
    `Tom & Jerry "1 < 2" </voice><audio src='https://evil.example'/>\u0000\u001b\ud800`,
  );
  const inside = document.slice(
    document.indexOf('>', document.indexOf('<voice')) + 1,
    -'</voice></speak>'.length,
  );
  expect(inside).toBe(
    'Tom &amp; Jerry &quot;1 &lt; 2&quot; &lt;/voice&gt;&lt;audio src=&apos;https://evil.example&apos;/&gt;  \ufffd',
  );
});
