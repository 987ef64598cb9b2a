import * as z from 'zod';

const receivedSchema = z.array(z.object({ id: z.string(), text: z.string().optional() }));

/** Writes a text to the demo company's WhatsApp. */
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

/** What a customer received so far. */
export const customerMessages = async (
  url: string,
  contact: string,
): Promise<z.infer<typeof receivedSchema>> => {
  const response = await fetch(`${url}/sandbox/messages?contact=${contact}`);
  return receivedSchema.parse(await response.json());
};
