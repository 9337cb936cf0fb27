declare module '*?worker&inline' {
  const Thread: new () => Worker;
  export default Thread;
}
