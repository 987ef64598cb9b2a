import { describe, expect, it } from 'vitest';
import { isFarewell } from './farewell.ts';

const text = (body: string) => ({ mediaType: 'extendedTextMessage' as const, body });

describe('isFarewell', () => {
  it.each([
    'obrigado',
    'Obrigada!',
    'muito obrigado, até mais',
    'OBRIGADAAAA 😊',
    'valeu',
    'vlw',
    'tchau',
    'Ok, obrigada pela atenção. Boa noite!',
    'ok',
    'Até logo',
    'abraços',
    'Thanks a lot!',
    'thank you so much for your help',
    'bye',
    'Gracias',
    '¡Muchas gracias!',
    'hasta luego',
    'Teşekkürler',
    'Çok teşekkür ederim',
    'sağ ol',
    'Görüşürüz, iyi günler',
    'TAMAM',
    '👍',
    '👍🏽',
    '🙏🙏🙏',
    '❤️',
    'obrigado ❤️',
    'valeu <3',
    '🙋‍♀️ obrigada'.replace('🙋', '👋'),
  ])('accepts %s', (body) => {
    expect(isFarewell(text(body))).toBe(true);
  });

  it('accepts a sticker', () => {
    expect(isFarewell({ mediaType: 'stickerMessage', body: '' })).toBe(true);
  });

  it.each([
    'bom dia',
    'boa tarde',
    'Oi',
    '1',
    '10',
    'obrigado, mas o pedido não chegou',
    'ok, e quanto custa?',
    'ok?',
    'até que horas abrem',
    'quero falar com alguém',
    'preciso de ajuda',
    'muito',
    '',
    '...',
    '🆘',
    '😡',
    'obrigado 😡',
    'iyi günler',
    'good evening',
    'buenas noches',
    'thanks but it is still broken',
  ])('rejects %s', (body) => {
    expect(isFarewell(text(body))).toBe(false);
  });

  it.each(['image', 'audio', 'call_log', 'application'] as const)('rejects media type %s', (mediaType) => {
    expect(isFarewell({ mediaType, body: 'obrigado' })).toBe(false);
  });
});
