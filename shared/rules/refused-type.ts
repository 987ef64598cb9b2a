const PROGRAMS = new Set([
  'application/x-msdownload',
  'application/vnd.microsoft.portable-executable',
  'application/x-elf',
  'application/x-mach-binary',
  'application/java-vm',
  'application/wasm',
  'application/x-ms-shortcut',
]);
const ACTIVE_TYPE =
  /^(image\/svg\+xml|text\/html|application\/xhtml\+xml|(text|application)\/(x-)?(java|ecma)script)$/;
const ACTIVE_NAME = /\.(svgz?|html?|xhtml|shtml|m?js|hta|vbs|wsf)$/i;

/** A media type without its parameters, in lower case. */
export const baseType = (mimeType: string): string => (mimeType.split(';')[0] ?? '').trim().toLowerCase();

/** Whether a file of this type is a program. */
export const isProgramType = (mimeType: string): boolean => PROGRAMS.has(baseType(mimeType));

/** Whether a browser might run a file of this type (S-39). */
export const isActiveType = (mimeType: string): boolean => ACTIVE_TYPE.test(baseType(mimeType));

/** Whether a browser might run a file of this name (S-39). */
export const isActiveName = (fileName: string): boolean => ACTIVE_NAME.test(fileName);

/** Whether a file is refused by its announcement alone, on both sides: what could run in a browser or on a computer. */
export const isRefusedType = (mimeType: string, fileName: string): boolean =>
  isActiveType(mimeType) || isActiveName(fileName) || isProgramType(mimeType);
