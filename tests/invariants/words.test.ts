import { LANGUAGES, type Language } from '@prosa/shared/entities/user.ts';
import { describe, expect, it } from 'vitest';
import { allTexts } from './support/locale-texts.ts';

/** Beginnings of words that the product uses in another meaning or not at all, and the word to use instead. */
const AVOIDED: Record<Language, Record<string, string>> = {
  pt: {
    chamado: 'atendimento',
    ticket: 'atendimento',
    setor: 'fila',
    departamento: 'fila',
    instância: 'conexão, sessão',
    cliente: 'contato',
    marcador: 'tag',
    estado: 'situação',
    pendente: 'aguardando',
    'em andamento': 'aberto',
    finaliz: 'resolver',
    deletar: 'excluir',
    reativar: 'reabrir',
    'fechar tudo': 'encerrar todos',
    observação: 'nota',
    anotação: 'nota',
    esboço: 'rascunho',
    marcação: 'menção',
    atalho: 'resposta rápida',
    recorrência: 'repetição',
    disparo: 'envio',
    mailing: 'lista de contatos',
    blacklist: 'lista de não envio',
    funil: 'fluxo',
    'palavra-chave': 'frase-gatilho',
    robô: 'assistente de IA',
    prompt: 'instruções',
    raia: 'coluna',
    'horário comercial': 'horário de atendimento',
    'boas-vindas': 'saudação',
    roteador: 'rodízio',
    licença: 'assinatura',
    boleto: 'fatura',
    informativo: 'comunicado',
    aviso: 'notificação',
    'bate-papo': 'chat interno',
    caiu: 'desconectada',
    trilha: 'registro',
    'cuidar das': 'gerenciar',
    ddi: 'código do país',
  },
  en: {
    attendant: 'agent',
    attendance: 'ticket',
    department: 'queue',
    'e-mail': 'email',
    colour: 'color',
    prompt: 'instructions',
    dead: 'failed deliveries',
    serving: 'handling',
    whoever: 'everyone who, contacts who',
    'comes back by itself': 'restores itself automatically',
    'passes the filter': 'match the filters',
    'goes over': 'is moved',
  },
  es: {
    atenci: 'ticket',
    cola: 'fila',
    departamento: 'fila',
    vídeo: 'video',
    evaluaci: 'calificación',
    finanzas: 'facturación',
    festivo: 'feriado',
    reporte: 'informe',
    emparejar: 'vincular',
    'leer el c': 'escanear',
    'lee el c': 'escanear',
    'lectura del c': 'escanear',
    'intentar de nuevo': 'reintentar',
    'bate-papo': 'chat interno',
    aviso: 'notificación',
    dashboard: 'panel',
    cliente: 'contacto',
  },
  tr: {
    görüşme: 'talep, konuşma',
    veda: 'kapanış mesajı',
    parola: 'şifre',
    denetle: 'kontrol et',
    finans: 'ödemeler',
    departman: 'kuyruk',
    anahtar: 'token',
    'sonra devret$': 'devretme süresi',
    // An announcement is a `duyuru`.
    'duyur(?!u)': 'bildirim',
  },
};

/**
 * English words that have a Portuguese word. Words that Portuguese speakers use as well (online, QR code, chat,
 * token) are not here.
 */
const ENGLISH_IN_PORTUGUESE =
  /\b(agent|and|attendant|close|contact|dashboard|default|delete|download|feedback|login|logout|message|open|password|queue|save|sandbox|search|settings|status|the|ticket|upload|user)s?\b/i;

/** Forbidden by the voice: exclamation marks, “(s)”, announcing success twice, please. */
const VOICE: Record<Language, RegExp> = {
  pt: /!|\(s\)|com sucesso|por favor|tem certeza/i,
  en: /!|\(s\)|successfully|please|are you sure|'/i,
  es: /!|\(s\)|[Cc]on éxito|exitosamente|[Pp]or favor|[Uu]sted|^Su |\b(Elija|Escriba|Acepte|Pruebe|Revise|Use|Inicie|Indique|Pida|Déjelo|Seleccione|Reenvíe)\b/,
  tr: /!|başarıyla|lütfen|emin misiniz|'|^sen$/i,
};

const SPEC = 'a text of the specification';
const CUSTOMER = 'the customer of whom the company and not the product speaks';
/** Texts that use such a word nevertheless, with the reason. */
const REASONED: Record<string, string> = {
  'en queues.botSaved': SPEC,
  'en messages-api.test.sent': SPEC,
  'pt messages.interactive.titleRequired': SPEC,
  'pt messages.interactive.ticketInvalid': SPEC,
  'pt tickets.tagRequired': SPEC,
  'pt dashboard.chartFailed': SPEC,
  'pt settings.hours.saved': SPEC,
  'pt settings.saved': SPEC,
  'pt contacts.notes.added': SPEC,
  'pt contacts.notes.removed': SPEC,
  'pt auth.planLacks': SPEC,
  'pt contacts.tagTooShort': SPEC,
  'pt auth.forbidden.title': SPEC,
  'pt assistants.title': SPEC,
  'en assistants.title': SPEC,
  'pt assistants.problem.queue': SPEC,
  'es tickets.new.queueRequired': SPEC,
  'es auth.login.elsewhere': SPEC,
  'es auth.subscription.expired': SPEC,
  'es auth.subscription.expiredHint': SPEC,
  'es contact-files.invalid': SPEC,
  ...Object.fromEntries(
    ['name.missing', 'name.tooShort', 'name.tooLong', 'type.ticket', 'file.audioAdded'].map((key) => [
      `pt flows.${key}`,
      SPEC,
    ]),
  ),
  ...Object.fromEntries(
    [
      'saved',
      'duplicated',
      'remove.done',
      'editor.reminder',
      'editor.published',
      'content.emptyText',
      'content.badInterval',
      'content.added',
      'file.tooLarge.image',
      'file.tooLarge.audio',
      'file.tooLarge.video',
      'file.videoNote',
    ].map((key) => [`es flows.${key}`, SPEC]),
  ),
  'pt kanban.open': SPEC,
  'pt kanban.openName': SPEC,
  'pt kanban.removed': SPEC,
  'es kanban.moved': SPEC,
  'es kanban.removed': SPEC,
  'es flow-phrases.created': SPEC,
  'es flow-phrases.changed': SPEC,
  'es shell.needsAttention': 'attention, not a ticket',
  'pt common.shortcuts.title': 'keys, not quick replies',
  'pt common.shortcuts.enabled': 'keys, not quick replies',
  'pt shell.showShortcuts': 'keys, not quick replies',
  ...Object.fromEntries(
    ['keyTypeLabel', 'pixKey', 'keyType.EVP', 'copyKey', 'badKey'].map((key) => [
      `tr messages.interactive.${key}`,
      'a Pix key',
    ]),
  ),
  'tr connections.reason.passkey-required': 'a passkey',
  'tr connections.status.PASSKEY_REQUIRED': 'a passkey',
  ...Object.fromEntries(
    [
      'errors.ERR_TRANSCRIPTION_REFUSED',
      'settings.option.transcriptionKey.label',
      'settings.option.transcriptionKey.help',
      'settings.option.transcriptionUrl.help',
      'settings.savedWithoutKey',
      'settings.keySaved',
      'settings.removeKey',
      'assistants.field.apiKey',
      'assistants.field.keyAgain',
      'assistants.field.voiceKey',
      'assistants.field.voiceKeyAgain',
      'assistants.failure.key',
      'assistants.remove.body',
      'sandbox.services.field.apiKey',
    ].map((key) => [`tr ${key}`, 'an API key, not a token of a connection']),
  ),
  'pt sandbox.title': 'the name of a page that only development has',
  'pt sandbox.empty.title': 'the name of a page that only development has',
  ...Object.fromEntries(
    ['hint', 'number', 'numberHelp', 'name', 'group.where', 'group.first', 'write'].flatMap((key) => [
      [`pt sandbox.${key}`, CUSTOMER],
      [`es sandbox.${key}`, CUSTOMER],
    ]),
  ),
};

/** Returns the words of a text that break the rules. */
const faultsOf = (language: Language, whole: string): string[] => {
  const text = whole.replace(/\{\{[^}]*\}\}/g, '{}');
  const lower = text.toLocaleLowerCase(language);
  const words = Object.entries(AVOIDED[language])
    .filter(([word]) => new RegExp(`(?<!\\p{L})${word}`, 'u').test(lower))
    .map(([word, instead]) => `“${word}”: say ${instead}`);
  const english = language === 'pt' ? ENGLISH_IN_PORTUGUESE.exec(text) : null;
  return [
    ...words,
    ...(english === null ? [] : [`“${english[0]}” is English`]),
    ...(VOICE[language].exec(text) ?? []).slice(0, 1).map((found) => `“${found}”`),
  ];
};

describe('glossary and voice of texts', () => {
  it('the check finds a word and names it', () => {
    expect(faultsOf('tr', 'Yeni görüşme')).toEqual(['“görüşme”: say talep, konuşma']);
    expect(faultsOf('pt', 'Contato salvo com sucesso!')).toEqual(['“com sucesso”']);
    expect(faultsOf('pt', 'Novo user')).toEqual(['“user” is English']);
    expect(faultsOf('es', 'Elija una fila')).toEqual(['“Elija”']);
  });

  it.each(LANGUAGES)('every text in %s follows the word rules', (language) => {
    const faults = allTexts(language).flatMap(({ name, text }) =>
      `${language} ${name}` in REASONED
        ? []
        : faultsOf(language, text).map((fault) => `${language}/${name}: ${fault} in “${text}”`),
    );
    expect(faults, faults.join('\n')).toEqual([]);
  });

  it.each(LANGUAGES)('a resolved ticket has one name everywhere in %s', (language) => {
    const names = allTexts(language)
      .filter(({ name }) => name === 'tickets.status.closed' || name === 'try-out.state.closed')
      .map(({ text }) => text);
    expect(names.length).toBe(2);
    expect(new Set(names).size).toBe(1);
  });

  it('every exception is still needed', () => {
    const faulty = LANGUAGES.flatMap((language) =>
      allTexts(language)
        .filter(({ text }) => faultsOf(language, text).length > 0)
        .map(({ name }) => `${language} ${name}`),
    );
    const idle = Object.keys(REASONED).filter((name) => !faulty.includes(name));
    expect(idle, idle.join('\n')).toEqual([]);
  });
});
