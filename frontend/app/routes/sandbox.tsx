import { SandboxScreen } from '../../features/sandbox/components/sandbox-screen.tsx';

export const Component = SandboxScreen;
