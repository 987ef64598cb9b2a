import type { Language } from '../entities/user.ts';

/** The part of the day, by its first hour (0 to 23) in a company's time zone. */
export type DayPart = 'dawn' | 'morning' | 'afternoon' | 'evening';

interface CustomerTexts {
  /** @param limit in the format of the language: `64 MB` */
  fileOverLimit: (limit: string) => string;
  greeting: Record<DayPart, string>;
  /** Below a menu: one level up, the first menu, and the end, with the word to type for it. */
  menu: { back: string; main: string; leave: string; leaveWord: string; invalid: string };
  /** The question for consent to data use, and its two answers. */
  consent: { question: string; yes: string; no: string };
  ratingInvalid: string;
  noAudio: string;
  /** Answer of a bot that has no other one. */
  notUnderstood: string;
  /** Says that a person takes over from a bot that does not understand the customer. */
  handedOver: string;
  /** Tells that a machine answers, where the company has no text of its own for that. */
  bot: string;
  /** Answer to a message that arrives hours late. */
  late: string;
  /** Confirms that no campaign is sent to the contact any more. */
  optedOut: string;
  /** A day and a time, both as digits. */
  dayAndTime: (day: string, time: string) => string;
  /** Default title of a button, and default text above it. */
  button: Record<'url' | 'copy' | 'call' | 'list', { title: string; text: string }>;
}

/**
 * The system's own texts for customers, in the language that the company has chosen for them (`language` of its
 * settings). Texts that a company writes are sent as they are.
 */
export const CUSTOMER_TEXTS: Readonly<Record<Language, CustomerTexts>> = {
  pt: {
    fileOverLimit: (limit) =>
      `Não conseguimos receber este arquivo: ele passa do limite de ${limit}. Envie um arquivo menor.`,
    greeting: { dawn: 'Boa madrugada', morning: 'Bom dia', afternoon: 'Boa tarde', evening: 'Boa noite' },
    menu: {
      back: 'Voltar',
      main: 'Menu principal',
      leave: 'Encerrar atendimento',
      leaveWord: 'sair',
      invalid: 'Opção inválida. Escolha uma das opções.',
    },
    consent: {
      question: 'Você concorda com o tratamento dos seus dados?',
      yes: 'Sim',
      no: 'Não',
    },
    ratingInvalid: 'Nota inválida. Envie um número de 0 a 10.',
    noAudio: 'Não conseguimos ouvir áudios por aqui. Escreva a sua mensagem.',
    notUnderstood: 'Não entendi. Pode escrever de outra forma?',
    handedOver: 'Vou chamar uma pessoa para atender você.',
    bot: 'Quem responde aqui é um assistente virtual. Se preferir, peça para falar com uma pessoa.',
    late: 'Sua mensagem chegou com atraso, pedimos desculpas. Já avisamos a equipe, que vai responder a você.',
    optedOut: 'Pronto: você não vai mais receber nossas campanhas.',
    dayAndTime: (day, time) => `${day} às ${time}`,
    button: {
      url: { title: 'Abrir link', text: 'Acesse pelo link:' },
      copy: { title: 'Copiar código', text: 'Copie o código:' },
      call: { title: 'Me ligue', text: 'Fale com a gente por telefone:' },
      list: { title: 'Ver opções', text: 'Escolha uma opção:' },
    },
  },
  en: {
    fileOverLimit: (limit) =>
      `We could not receive this file: it is larger than the limit of ${limit}. Send a smaller one.`,
    greeting: {
      dawn: 'Good evening',
      morning: 'Good morning',
      afternoon: 'Good afternoon',
      evening: 'Good evening',
    },
    menu: {
      back: 'Back',
      main: 'Main menu',
      leave: 'End the conversation',
      leaveWord: 'exit',
      invalid: 'Invalid option. Choose one of the options.',
    },
    consent: {
      question: 'Do you agree to the use of your data?',
      yes: 'Yes',
      no: 'No',
    },
    ratingInvalid: 'Invalid rating. Send a number from 0 to 10.',
    noAudio: 'We cannot listen to voice messages here. Write your message instead.',
    notUnderstood: 'I did not understand. Could you write it in another way?',
    handedOver: 'I will get a person to help you.',
    bot: 'You are talking to a virtual assistant. If you prefer, ask for a person.',
    late: 'Sorry, your message reached us late. We have told our team, and they will reply to you.',
    optedOut: 'Done: you will get no more campaigns from us.',
    dayAndTime: (day, time) => `${day} at ${time}`,
    button: {
      url: { title: 'Open link', text: 'Use this link:' },
      copy: { title: 'Copy code', text: 'Copy the code:' },
      call: { title: 'Call me', text: 'Talk to us by phone:' },
      list: { title: 'See options', text: 'Choose an option:' },
    },
  },
  es: {
    fileOverLimit: (limit) =>
      `No pudimos recibir este archivo: supera el límite de ${limit}. Envía uno más pequeño.`,
    greeting: {
      dawn: 'Buenas noches',
      morning: 'Buenos días',
      afternoon: 'Buenas tardes',
      evening: 'Buenas noches',
    },
    menu: {
      back: 'Volver',
      main: 'Menú principal',
      leave: 'Terminar la conversación',
      leaveWord: 'salir',
      invalid: 'Opción no válida. Elige una de las opciones.',
    },
    consent: {
      question: '¿Aceptas el tratamiento de tus datos?',
      yes: 'Sí',
      no: 'No',
    },
    ratingInvalid: 'Calificación no válida. Envía un número de 0 a 10.',
    noAudio: 'No podemos escuchar audios por aquí. Escribe tu mensaje.',
    notUnderstood: 'No entendí. ¿Puedes escribirlo de otra forma?',
    handedOver: 'Voy a llamar a una persona para que te atienda.',
    bot: 'Quien responde aquí es un asistente virtual. Si prefieres, pide hablar con una persona.',
    late: 'Tu mensaje llegó con retraso, te pedimos disculpas. Ya avisamos al equipo, que te responderá.',
    optedOut: 'Listo: ya no recibirás nuestras campañas.',
    dayAndTime: (day, time) => `${day} a las ${time}`,
    button: {
      url: { title: 'Abrir enlace', text: 'Accede por este enlace:' },
      copy: { title: 'Copiar código', text: 'Copia el código:' },
      call: { title: 'Llámame', text: 'Habla con nosotros por teléfono:' },
      list: { title: 'Ver opciones', text: 'Elige una opción:' },
    },
  },
  tr: {
    fileOverLimit: (limit) => `Bu dosyayı alamadık: ${limit} sınırını aşıyor. Daha küçük bir dosya gönderin.`,
    greeting: { dawn: 'İyi geceler', morning: 'Günaydın', afternoon: 'İyi günler', evening: 'İyi akşamlar' },
    menu: {
      back: 'Geri',
      main: 'Ana menü',
      leave: 'Konuşmayı bitir',
      leaveWord: 'çıkış',
      invalid: 'Geçersiz seçenek. Seçeneklerden birini seçin.',
    },
    consent: {
      question: 'Verilerinizin işlenmesini kabul ediyor musunuz?',
      yes: 'Evet',
      no: 'Hayır',
    },
    ratingInvalid: 'Geçersiz puan. 0 ile 10 arasında bir sayı gönderin.',
    noAudio: 'Burada sesli mesajları dinleyemiyoruz. Mesajınızı yazın.',
    notUnderstood: 'Anlayamadım. Başka bir şekilde yazar mısınız?',
    handedOver: 'Size yardımcı olması için bir kişiyi çağırıyorum.',
    bot: 'Burada bir sanal asistan yanıt veriyor. İsterseniz bir kişiyle görüşmeyi isteyebilirsiniz.',
    late: 'Mesajınız bize geç ulaştı, özür dileriz. Ekibimize haber verildi, size yanıt verecekler.',
    optedOut: 'Tamam: artık kampanya mesajlarımızı almayacaksınız.',
    dayAndTime: (day, time) => `${day} ${time}`,
    button: {
      url: { title: 'Bağlantıyı aç', text: 'Bu bağlantıyı kullanın:' },
      copy: { title: 'Kodu kopyala', text: 'Kodu kopyalayın:' },
      call: { title: 'Beni arayın', text: 'Bizimle telefonla görüşün:' },
      list: { title: 'Seçenekleri gör', text: 'Bir seçenek seçin:' },
    },
  },
};
