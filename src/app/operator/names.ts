/** Names of the operator's commands, in a file of their own so that each command loads only what it needs. */
const operatorCommands = ['owner', 'status', 'check', 'ready', 'fits', 'mark'] as const;
export type OperatorCommand = (typeof operatorCommands)[number];

export const isOperatorCommand = (name: string | undefined): name is OperatorCommand =>
  operatorCommands.some((one) => one === name);
