import * as z from 'zod';

const receivedSchema = z.array(z.object({ id: z.string(), text: z.string().optional() }));

/** Sends a customer's text to the demo company's WhatsApp. */
export const writeAsCustomer = async (url: string, from: string, text: string): Promise<void> => {
  const response = await fetch(`${url}/sandbox/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ channel: 'whatsapp', from, name: `Cliente ${from.slice(-4)}`, text }),
  });
  if (response.status !== 202)
    throw new Error(`the sandbox refused: ${response.status} ${await response.text()}`);
  await response.text();
};

/**
 * Returns a customer's received messages, or those after a given message. Waits for one without polling in between.
 * Empty if none arrived in time.
 */
export const customerMessages = async (
  url: string,
  contact: string,
  options: { after?: string | undefined; waitMs?: number } = {},
): Promise<z.infer<typeof receivedSchema>> => {
  const query = new URLSearchParams({ contact, wait: String(options.waitMs ?? 0) });
  if (options.after !== undefined) query.set('after', options.after);
  const response = await fetch(`${url}/sandbox/messages?${query}`);
  return receivedSchema.parse(await response.json());
};
