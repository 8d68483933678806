import { AppError } from '#app/contracts/errors.ts';
import type { Ask } from '#app/core/targets/ask.ts';
import { chat } from './chat/index.ts';
import { embedding } from './embedding/index.ts';
import { image } from './image/index.ts';
import type { PricedAsk } from './price.ts';
import type { Input, Task } from './task.ts';
import { video } from './video/index.ts';

const tasks = new Map<string, Task>();
addTask(chat);
addTask(embedding);
addTask(image);
addTask(video);

/**
 * The task of a generation.
 * @throws Error for a name that is not in the table, such as that of a newer version
 */
export function taskOf({ task: name }: { task: string }): Task {
  const task = tasks.get(name);
  if (!task) throw new Error(`No task is called ${name}`);
  return task;
}

/**
 * Routes, weighs and prices a request by its task: the quote of every call. Writes nothing.
 * @throws AppError for a request that no offer can answer
 */
export async function priceAsk(ask: Ask, at: Date): Promise<PricedAsk> {
  const { price } = taskOf(ask);
  if (!price) throw new AppError('not_found');
  return price(ask, at);
}

/** The tasks that this process can run: a process of the previous version may have fewer. */
export const taskNames = (): string[] => [...tasks.keys()];

export const allTasks = (): Task[] => [...tasks.values()];

/** Adds a task at the start of a process: for tests, whose tasks are not in the product. */
export function addTask<Loaded extends Input>(task: Task<Loaded>): void {
  tasks.set(task.name, task);
}
