import { type Directory, forgetDirectory, getDirectory } from './directory.ts';

/** The company's directory where it knows the connection; one that is missing may be new, so it is looked for again. */
export const directoryWith = async (
  companyId: number,
  connectionId: number,
): Promise<Directory | undefined> => {
  const directory = await getDirectory(companyId);
  if (directory?.connections.has(connectionId)) return directory;
  forgetDirectory(companyId);
  const fresh = await getDirectory(companyId);
  return fresh?.connections.has(connectionId) ? fresh : undefined;
};
