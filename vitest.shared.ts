import { defineConfig } from 'vitest/config';

/** Tests run the package's own TypeScript; other packages are used as built, through their `exports`. */
export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    reporters: ['default', ['json', { outputFile: 'test-results.json' }]],
  },
});
