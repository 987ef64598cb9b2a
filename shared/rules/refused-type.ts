import { cleanFileName, judgedFileName } from './clean-file-name.ts';

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
const ACTIVE_NAME = /\.(svgz?|html?|xhtml?|xht|shtml|mhtml?|xsl|[mc]?js)$/i;
/** Extensions that a double click runs, also after another one (`invoice.pdf.exe`). */
const PROGRAM_NAME = /\.(exe|com|scr|pif|cpl|msi|bat|cmd|ps1|vbs|vbe|jse|wsf|wsh|hta|lnk|reg|jar)$/i;

/** Returns a media type without its parameters, in lower case. */
export const baseType = (mimeType: string): string => (mimeType.split(';')[0] ?? '').trim().toLowerCase();

/** Whether a file of this type is a program. */
export const isProgramType = (mimeType: string): boolean => PROGRAMS.has(baseType(mimeType));

/** Whether a browser might run a file of this type (S-39). */
export const isActiveType = (mimeType: string): boolean => ACTIVE_TYPE.test(baseType(mimeType));

/** Whether a browser or a double click might run a file with this name, as people read the name (S-39). */
export const isActiveName = (fileName: string): boolean => {
  const name = judgedFileName(fileName);
  return ACTIVE_NAME.test(name) || PROGRAM_NAME.test(name);
};

/**
 * Whether a file is rejected by its announced type and name alone, in the browser and on the server: files that could
 * run in a browser or on a computer.
 */
export const isRefusedType = (mimeType: string, fileName: string): boolean =>
  isActiveType(mimeType) || isActiveName(cleanFileName(fileName)) || isProgramType(mimeType);
