import { makeDemoFile } from '@prosa/infra/local/demo/demo-files.ts';
import type { AskedModel, ModelAnswer } from './chat-model.ts';
import type { FakeIntegrations } from './fake-integrations.ts';
import { withJson } from './misbehaviour.ts';

/** The public name of the Typebot of the sandbox. */
export const BOT = 'atendimento';
/** The paths of the n8n workflow and of the company's own system. */
export const WORKFLOW = '/webhook/pedidos';
export const RECEIVER = '/receiver/mensagens';

const SPEECH_S = 3;
const ASKS_FOR_A_PERSON = /pessoa|atendente|humano|person|human/i;

/** The model repeats the customer's words, so that a tester sees what it was asked; it knows when somebody wants a person. */
const answer = ({ messages }: AskedModel): ModelAnswer => {
  const words = messages.findLast(({ role }) => role === 'user')?.content ?? '';
  return ASKS_FOR_A_PERSON.test(words)
    ? { text: 'Vou chamar uma pessoa.', tool: { name: 'transfer_to_person', arguments: '{}' } }
    : { text: `Sou o modelo do sandbox. Você escreveu: “${words}”` };
};

/** Fills the services with a bot, intents, a workflow and answers of a model, for people who try the product. */
export const fillForSandbox = ({ typebot, dialogflow, model, receivers }: FakeIntegrations): void => {
  typebot.bots.set(BOT, [
    { say: 'Olá! Eu sou o robô da loja. O que você precisa?' },
    { choices: ['Horário', 'Entrega', 'Falar com uma pessoa'] },
    {
      say: 'Abrimos de segunda a sábado, das 9h às 18h, e entregamos em até 7 dias úteis. Qual é o seu nome?',
    },
    { input: 'text input' },
    { say: 'Obrigado! Uma pessoa continua a conversa.' },
    { say: '#{"stopBot": true}' },
  ]);
  const says = (text: string, more: object = {}) => ({ fulfillmentText: text, ...more });
  for (const [words, result] of [
    ['oi', says('Olá! Pergunte pelo horário, ou diga tchau.')],
    ['horário', says('Abrimos de segunda a sábado, das 9h às 18h.')],
    ['tchau', says('Até logo!', { intent: { endInteraction: true } })],
  ] as const)
    for (const written of [words, `${words[0]?.toUpperCase()}${words.slice(1)}`])
      dialogflow.intents.set(written, result);
  receivers.set(WORKFLOW, withJson({ reply: 'O workflow recebeu a sua mensagem.' }));
  receivers.set(RECEIVER, withJson({ received: true }));
  model.answers = answer;
  model.speech = makeDemoFile({ kind: 'voice', durationS: SPEECH_S }).bytes;
};
