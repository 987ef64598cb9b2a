import { LoginScreen } from '../../features/auth/components/login-screen.tsx';

export const Component = LoginScreen;
