import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, globSync, lstatSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { DockerfileParser, type Instruction, JSONInstruction, ModifiableInstruction } from 'dockerfile-ast';

interface Step {
  keyword: string;
  /** Arguments as written; those of a command in brackets are its words. */
  args: readonly string[];
  flags: Readonly<Record<string, string>>;
}

export interface Stage {
  name: string | undefined;
  /** The base image, and its platform if one is given. */
  image: string;
  platform: string | undefined;
  steps: Step[];
}

const stepOf = (instruction: Instruction): Step => ({
  keyword: instruction.getKeyword(),
  args: wordsOf(instruction),
  flags: Object.fromEntries(
    (instruction instanceof ModifiableInstruction ? instruction.getFlags() : []).map((flag) => [
      flag.getName(),
      flag.getValue() ?? '',
    ]),
  ),
});

const wordsOf = (instruction: Instruction): string[] => {
  const listed = instruction instanceof JSONInstruction ? instruction.getJSONStrings() : [];
  if (listed.length > 0) return listed.map((word) => word.getJSONValue());
  return instruction.getKeyword() === 'RUN'
    ? [instruction.getArgumentsContent() ?? '']
    : instruction.getArguments().map((word) => word.getValue());
};

/** Returns the stages of a Dockerfile, of which the last is the image. */
export const readStages = (file: string): Stage[] => {
  const parsed = DockerfileParser.parse(readFileSync(file, 'utf8'));
  const froms = parsed.getFROMs();
  const lines = froms.map((from) => from.getRange().start.line);
  return froms.map((from, index) => ({
    name: from.getBuildStage() ?? undefined,
    image: from.getImage() ?? '',
    platform: from.getPlatformFlag()?.getValue() ?? undefined,
    steps: parsed
      .getInstructions()
      .filter((instruction) => {
        const { line } = instruction.getRange().start;
        return line > (lines[index] ?? 0) && line < (lines[index + 1] ?? Number.POSITIVE_INFINITY);
      })
      .map(stepOf),
  }));
};

interface Image {
  /** Folder that stands for `/`. */
  root: string;
  workdir: string;
  env: Record<string, string>;
  /** `uid:gid` of the user who runs it. */
  user: string;
  command: readonly string[];
  /** Paths whose owner is not root, with their owners. */
  owned: Record<string, string>;
}

/** Returns the paths that npm would install: `node_modules/ws`. */
const wouldInstall = (output: string): string[] =>
  [...output.matchAll(/^npm silly ADD (node_modules\/\S+)$/gm)].flatMap(([, path]) => path ?? []);

/**
 * Builds an image without Docker, network or other processors, into folders below `directory`. Commands run unchanged
 * on the files of their stage. npm only reports what it would install, and that is copied from `packages`, the folder
 * whose `node_modules` contains it.
 * @throws Error if a Dockerfile has an unsupported step, or a command fails
 */
export const buildImage = (
  file: string,
  { context, packages, directory }: { context: string; packages: string; directory: string },
): Image => {
  const built = new Map<string, Image>();
  let last: Image | undefined;
  for (const [index, stage] of readStages(file).entries()) {
    const image: Image = {
      root: join(directory, stage.name ?? String(index)),
      workdir: '/',
      env: {},
      user: '0:0',
      command: [],
      owned: {},
    };
    mkdirSync(image.root, { recursive: true });
    for (const step of stage.steps) apply(step, image, { context, packages, directory, built });
    if (stage.name !== undefined) built.set(stage.name, image);
    last = image;
  }
  if (last === undefined) throw new Error(`${file} has no stage`);
  return last;
};

interface Surroundings {
  context: string;
  packages: string;
  directory: string;
  built: ReadonlyMap<string, Image>;
}

const apply = ({ keyword, args, flags }: Step, image: Image, around: Surroundings): void => {
  const inImage = (path: string): string =>
    join(image.root, path.startsWith('/') ? path : join(image.workdir, path));
  switch (keyword) {
    case 'WORKDIR':
      image.workdir = args[0] ?? '/';
      mkdirSync(inImage('.'), { recursive: true });
      return;
    case 'ENV':
      for (const pair of args)
        image.env[pair.slice(0, pair.indexOf('='))] = pair.slice(pair.indexOf('=') + 1);
      return;
    case 'USER':
      image.user = args[0] ?? '';
      return;
    case 'VOLUME':
      return;
    case 'CMD':
      image.command = args;
      return;
    case 'COPY': {
      const target = args.at(-1) ?? '';
      const from = flags.from === undefined ? around.context : around.built.get(flags.from)?.root;
      if (from === undefined) throw new Error(`there is no stage ${flags.from}`);
      if (flags.chown !== undefined) image.owned[target] = flags.chown;
      for (const pattern of args.slice(0, -1)) copy(from, pattern, inImage(target), target.endsWith('/'));
      return;
    }
    case 'RUN':
      run(args[0] ?? '', image, inImage('.'), around);
      return;
    default:
      throw new Error(`the step ${keyword} is not known here`);
  }
};

const copy = (from: string, pattern: string, target: string, isFolder: boolean): void => {
  const found = globSync(pattern.replace(/^\//, ''), { cwd: from });
  if (found.length === 0) throw new Error(`COPY finds no ${pattern}`);
  for (const path of found) {
    const isFile = statSync(join(from, path)).isFile();
    cpSync(join(from, path), isFile && isFolder ? join(target, basename(path)) : target, {
      recursive: true,
      verbatimSymlinks: true,
    });
  }
};

const run = (command: string, image: Image, cwd: string, { packages, directory }: Surroundings): void => {
  const { stdout, stderr, status } = spawnSync('/bin/sh', ['-ec', command], {
    cwd,
    encoding: 'utf8',
    env: {
      ...image.env,
      PATH: `${join(process.execPath, '..')}:${process.env.PATH}`,
      HOME: directory,
      npm_config_cache: join(directory, 'npm-cache'),
      npm_config_dry_run: 'true',
      npm_config_offline: 'true',
      npm_config_loglevel: 'silly',
    },
  });
  if (status !== 0) throw new Error(`RUN ${command} failed:\n${stdout}\n${stderr}`);
  for (const path of wouldInstall(stderr)) {
    const source = join(packages, path);
    const target = join(cwd, path);
    mkdirSync(join(target, '..'), { recursive: true });
    if (lstatSync(source).isSymbolicLink()) execFileSync('cp', ['-P', source, target]);
    else
      cpSync(source, target, {
        recursive: true,
        filter: (file) => !file.slice(source.length).includes('/node_modules'),
      });
  }
};
