import { type DefaultTheme, defineConfig } from 'vitepress';
import { outsideLinks } from './outside-links.js';
import { searchTokens } from './search-tokens.js';
import { SIDEBAR, SIDEBAR_ZH } from './sidebar.js';

/** The folder that the site is hosted in, and where its repository can be read, if anywhere. */
const { DOCS_BASE: base = '/', DOCS_REPOSITORY: repository } = process.env;

const SEARCH_ZH: DefaultTheme.LocalSearchOptions['locales'] = {
  zh: {
    translations: {
      button: { buttonText: '搜索', buttonAriaLabel: '搜索' },
      modal: {
        displayDetails: '显示详情',
        resetButtonTitle: '清除',
        backButtonTitle: '关闭',
        noResultsText: '没有找到',
        footer: { selectText: '选择', navigateText: '切换', closeText: '关闭' },
      },
    },
  },
};

export default defineConfig({
  title: 'RL-Insight',
  description:
    'What held device memory, when, for how long, on which rank, thread and line of code',
  base,
  cleanUrls: false,
  srcExclude: ['test/**'],
  // The icon of a page is in it: there is no other file that a browser would ask for.
  head: [
    [
      'link',
      {
        rel: 'icon',
        href: "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Cpath fill='%233b6ea5' d='M1 15V9h3v6zm5 0V2h4v13zm6 0V6h3v9z'/%3E%3C/svg%3E",
      },
    ],
  ],
  markdown: { config: (markdown) => outsideLinks(markdown, repository) },
  themeConfig: {
    outline: [2, 3],
    search: {
      provider: 'local',
      options: {
        locales: SEARCH_ZH,
        miniSearch: {
          options: { tokenize: searchTokens },
          searchOptions: { combineWith: 'AND' },
        },
      },
    },
    ...(repository !== undefined && {
      socialLinks: [{ icon: 'github', link: repository }],
    }),
  },
  locales: {
    root: {
      label: 'English',
      lang: 'en',
      themeConfig: {
        nav: [
          { text: 'Start', link: '/start' },
          { text: 'Formats', link: '/formats/' },
          { text: 'Cookbook', link: '/cookbook/oom-in-verl' },
          { text: 'Keys', link: '/reference/keys' },
        ],
        sidebar: SIDEBAR,
      },
    },
    zh: {
      label: '简体中文',
      lang: 'zh-CN',
      description: '谁占用了显存：何时、多久、哪个 rank、哪个线程、哪一行代码',
      themeConfig: {
        nav: [
          { text: '快速开始', link: '/zh/start' },
          { text: '输入格式', link: '/zh/formats/' },
          { text: '实战', link: '/zh/cookbook/oom-in-verl' },
          { text: '配置项', link: '/reference/keys' },
        ],
        sidebar: SIDEBAR_ZH,
        outline: { level: [2, 3], label: '本页目录' },
        docFooter: { prev: '上一页', next: '下一页' },
        darkModeSwitchLabel: '外观',
        lightModeSwitchTitle: '切换到浅色',
        darkModeSwitchTitle: '切换到深色',
        sidebarMenuLabel: '目录',
        returnToTopLabel: '回到顶部',
        langMenuLabel: '语言',
        skipToContentLabel: '跳到正文',
        notFound: {
          title: '没有此页',
          quote: '地址可能有误，或页面已移走。',
          linkText: '回到首页',
          linkLabel: '回到首页',
        },
      },
    },
  },
});
