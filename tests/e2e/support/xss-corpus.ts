/** A host that does not exist: a request to it means that a script, an image or a form got through. */
export const CANARY_HOST = 'canary.invalid';

const URL_OF = `//${CANARY_HOST}/x`;
const RUN = 'alert(1)';

const TAGS = [
  'script',
  'img',
  'svg',
  'iframe',
  'object',
  'embed',
  'video',
  'audio',
  'input',
  'body',
] as const;
const EVENTS = ['onerror', 'onload', 'onfocus', 'onmouseover', 'ontoggle', 'onanimationstart'] as const;
const SCHEMES = [
  `javascript:${RUN}`,
  `JaVaScRiPt:${RUN}`,
  `java\tscript:${RUN}`,
  `\u0001javascript:${RUN}`,
  `data:text/html,<script>${RUN}</script>`,
  `vbscript:${RUN}`,
] as const;

const withEvents = TAGS.flatMap((tag) =>
  EVENTS.map((event) => `<${tag} src="${URL_OF}" ${event}=${RUN} autofocus></${tag}>`),
);
const links = SCHEMES.flatMap((scheme) => [
  scheme,
  `<a href="${scheme}">olá</a>`,
  `[olá](${scheme})`,
  `<form action="${scheme}"><button>olá</button></form>`,
]);
const breakouts = [
  `"><script src="${URL_OF}"></script>`,
  `'><img src=${URL_OF} onerror=${RUN}>`,
  `</title><script>${RUN}</script>`,
  `</textarea><script>${RUN}</script>`,
  `</style><script>${RUN}</script>`,
  `--><script>${RUN}</script>`,
  `]]><script>${RUN}</script>`,
  `\${${RUN}}`,
  `{{constructor.constructor('${RUN}')()}}`,
  `{{ $t('x') }}<img src=${URL_OF}>`,
  `$t(common:cancel) {{count}}`,
  `<scr<script>ipt>${RUN}</scr</script>ipt>`,
  `<svg><animate onbegin=${RUN} attributeName=x dur=1s>`,
  `<math><mi xlink:href="javascript:${RUN}">x</mi></math>`,
  `<details open ontoggle=${RUN}>x</details>`,
  `<link rel=stylesheet href="${URL_OF}">`,
  `<meta http-equiv=refresh content="0;url=${URL_OF}">`,
  `<base href="${URL_OF}/">`,
  `<style>@import "${URL_OF}";body{background:url(${URL_OF})}</style>`,
  `<div style="background:url(${URL_OF})">x</div>`,
  `*<b onmouseover=${RUN}>negrito</b>* _<i>itálico</i>_ ~<s>riscado</s>~`,
  `\`\`\`<img src=${URL_OF} onerror=${RUN}>\`\`\``,
  `https://${CANARY_HOST}/"onmouseover="${RUN}`,
  `https://${CANARY_HOST}/<script>${RUN}</script>`,
  `%3Cscript%3E${RUN}%3C/script%3E`,
  `&lt;script&gt;${RUN}&lt;/script&gt;`,
  `\u202e<script>${RUN}</script>`,
  `\ufeff<img src=${URL_OF} onerror=${RUN}>`,
  `＜script＞${RUN}＜/script＞`,
  `<img src=x:x onerror="fetch('${URL_OF}')">`,
  `<a href="https://${CANARY_HOST}" ping="${URL_OF}" target=_top>olá</a>`,
  `<template shadowrootmode=open><img src=${URL_OF}></template>`,
  `<noscript><p title="</noscript><img src=${URL_OF} onerror=${RUN}>">`,
  `<x onclick=${RUN} tabindex=1 autofocus>olá`,
  `__proto__[innerHTML]=<img src=${URL_OF}>`,
  `BEGIN:VCARD\nFN:<img src=${URL_OF} onerror=${RUN}>\nURL:javascript:${RUN}\nEND:VCARD`,
];

/** Texts that would run if a page treated them as markup. */
export const XSS_CORPUS: readonly string[] = [...withEvents, ...links, ...breakouts];
