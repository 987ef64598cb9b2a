/** A text with its writer's name above it, in WhatsApp's bold. */
export const signedText = (text: string, writer: string): string =>
  text === '' ? text : `*${writer.replaceAll('*', '')}:*\n${text}`;
