import { LANGUAGES, type Language } from '@prosa/shared/entities/user.ts';
import { describe, expect, it } from 'vitest';
import { allTexts } from './support/locale-texts.ts';

/** Beginnings of words that mean another thing than what the product calls so, and the word it says instead. */
const AVOIDED: Record<Language, Record<string, string>> = {
  pt: {
    chamado: 'atendimento',
    ticket: 'atendimento',
    setor: 'fila',
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
    duyur: 'bildirim',
  },
};

/** English that has a Portuguese word. What people say in Portuguese too (online, QR code, chat, token) is not here. */
const ENGLISH_IN_PORTUGUESE =
  /\b(agent|and|attendant|close|contact|dashboard|default|delete|download|feedback|login|logout|message|open|password|queue|save|sandbox|search|settings|status|the|ticket|upload|user)s?\b/i;

/** Voice: no exclamation, no “(s)”, no success told twice, no please. */
const VOICE: Record<Language, RegExp> = {
  pt: /!|\(s\)|com sucesso|por favor|tem certeza/i,
  en: /!|\(s\)|successfully|please|are you sure|'/i,
  es: /!|\(s\)|[Cc]on éxito|exitosamente|[Pp]or favor|[Uu]sted|^Su |\b(Elija|Escriba|Acepte|Pruebe|Revise|Use|Inicie|Indique|Pida|Déjelo|Seleccione|Reenvíe)\b/,
  tr: /!|başarıyla|lütfen|emin misiniz|'|^sen$/i,
};

const SPEC = 'a text of the specification';
const CUSTOMER = 'the customer of whom the company and not the product speaks';
/** Texts that say such a word all the same, and why. */
const REASONED: Record<string, string> = {
  'en queues.botSaved': SPEC,
  'pt messages.interactive.titleRequired': SPEC,
  'pt messages.interactive.ticketInvalid': SPEC,
  'pt tickets.tagRequired': SPEC,
  'pt dashboard.chartFailed': SPEC,
  'pt tickets.panes.ticket': SPEC,
  'pt settings.hours.saved': SPEC,
  'pt settings.saved': SPEC,
  'pt contacts.notes.added': SPEC,
  'pt contacts.notes.removed': SPEC,
  'pt auth.planLacks': SPEC,
  'pt contacts.tagTooShort': SPEC,
  'pt auth.forbidden.title': SPEC,
  'en common.field.tooShort_one': SPEC,
  'en common.field.tooShort_other': SPEC,
  'en common.field.tooLong_one': SPEC,
  'en common.field.tooLong_other': SPEC,
  'en common.failure.unexpected': SPEC,
  'es tickets.new.queueRequired': SPEC,
  'es auth.login.elsewhere': SPEC,
  'es auth.subscription.expired': SPEC,
  'es auth.subscription.expiredHint': SPEC,
  'es contact-files.invalid': SPEC,
  'es shell.needsAttention': 'attention, not a ticket',
  'pt common.shortcuts.title': 'keys, not quick replies',
  'pt common.shortcuts.enabled': 'keys, not quick replies',
  'pt shell.showShortcuts': 'keys, not quick replies',
  'pt connections.field.inactiveMessage': 'a notice to the customer',
  'es connections.field.inactiveMessage': 'a notice to the customer',
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
      'settings.keySaved',
      'settings.removeKey',
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

/** What a text says that it should not: the words themselves. */
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

describe('texts keep to the glossary and the voice', () => {
  it('finds a word, named by itself', () => {
    expect(faultsOf('tr', 'Yeni görüşme')).toEqual(['“görüşme”: say talep, konuşma']);
    expect(faultsOf('pt', 'Contato salvo com sucesso!')).toEqual(['“com sucesso”']);
    expect(faultsOf('pt', 'Novo user')).toEqual(['“user” is English']);
    expect(faultsOf('es', 'Elija una fila')).toEqual(['“Elija”']);
  });

  it.each(LANGUAGES)('%s', (language) => {
    const faults = allTexts(language).flatMap(({ name, text }) =>
      `${language} ${name}` in REASONED
        ? []
        : faultsOf(language, text).map((fault) => `${language}/${name}: ${fault} in “${text}”`),
    );
    expect(faults, faults.join('\n')).toEqual([]);
  });

  it('every exception still has a reason to be one', () => {
    const faulty = LANGUAGES.flatMap((language) =>
      allTexts(language)
        .filter(({ text }) => faultsOf(language, text).length > 0)
        .map(({ name }) => `${language} ${name}`),
    );
    const idle = Object.keys(REASONED).filter((name) => !faulty.includes(name));
    expect(idle, idle.join('\n')).toEqual([]);
  });
});
