import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { DefaultTheme } from 'vitepress';

type Item = DefaultTheme.SidebarItem;

const DOCS = fileURLToPath(new URL('..', import.meta.url));

/** The entries of pages that are there; a page that is written later shows up when it is. */
const pages = (folder: string, ...entries: readonly [text: string, page: string][]): Item[] =>
  entries
    .filter(([, page]) => existsSync(`${DOCS}${folder}${page}.md`))
    .map(([text, page]) => ({ text, link: `/${folder}${page}` }));

export const SIDEBAR: Item[] = [
  {
    text: 'Begin',
    items: pages('', ['Start', 'start'], ['Concepts', 'concepts'], ['Using it', 'using']),
  },
  { text: 'The page', items: pages('', ['Page guide', 'page']) },
  {
    text: 'Input formats',
    items: pages(
      'formats/',
      ['Which one?', 'index'],
      ['Ascend captures', 'ascend'],
      ['PyTorch snapshots and traces', 'torch'],
      ['RMM logs', 'rmm'],
      ['Nsight Systems exports', 'nsys'],
      ['Tables of other programs', 'tables'],
      ['Programs in any language', 'programs'],
    ),
  },
  {
    text: 'Cookbook',
    items: pages(
      'cookbook/',
      ['Out of memory in verl', 'oom-in-verl'],
      ['Rollout and training on one device', 'rollout-and-training-on-one-device'],
      ['A leak across steps', 'leak-across-steps'],
      ['Spill in Spark', 'spill-in-spark'],
    ),
  },
  {
    text: 'Reference',
    items: [
      ...pages('reference/', ['Commands', 'commands'], ['Keys', 'keys']),
      ...pages('', ['Errors', 'errors'], ['Contracts', 'contracts']),
    ],
  },
  {
    text: 'Extend',
    items: pages(
      '',
      ['Plugins', 'plugins'],
      ['Sources in any language', 'any-language'],
      ['Releasing', 'releasing'],
    ),
  },
  {
    text: 'About',
    items: pages(
      '',
      ['Benchmarks', 'benchmarks'],
      ['Architecture', 'architecture'],
      ['Changes', 'changes'],
    ),
  },
];

export const SIDEBAR_ZH: Item[] = [
  {
    text: '入门',
    items: pages('zh/', ['快速开始', 'start'], ['概念', 'concepts'], ['使用指南', 'using']),
  },
  { text: '页面', items: pages('zh/', ['页面指南', 'page']) },
  {
    text: '输入格式',
    items: pages(
      'zh/formats/',
      ['选择格式', 'index'],
      ['昇腾采集数据', 'ascend'],
      ['PyTorch 快照与 trace', 'torch'],
      ['RMM 日志', 'rmm'],
      ['Nsight Systems 导出', 'nsys'],
      ['其他程序的数据表', 'tables'],
      ['任意语言的程序', 'programs'],
    ),
  },
  {
    text: '实战',
    items: pages(
      'zh/cookbook/',
      ['verl 显存不足（OOM）', 'oom-in-verl'],
      ['同一设备上的推理与训练', 'rollout-and-training-on-one-device'],
      ['跨步泄漏', 'leak-across-steps'],
      ['Spark 中的溢出', 'spill-in-spark'],
    ),
  },
  {
    text: '参考（英文）',
    items: [
      ...pages('reference/', ['命令', 'commands'], ['配置项', 'keys']),
      ...pages('', ['错误', 'errors'], ['数据契约', 'contracts']),
    ],
  },
  {
    text: '扩展',
    items: [
      ...pages('zh/', ['插件', 'plugins']),
      ...pages('', ['任意语言的数据源（英文）', 'any-language']),
    ],
  },
  {
    text: '关于（英文）',
    items: pages('', ['性能测试', 'benchmarks'], ['架构', 'architecture'], ['变更', 'changes']),
  },
];
