export function plantFromEnvironment(): void {}
