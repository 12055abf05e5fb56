// The library ships itself twice, as ES modules and as CommonJS, and refuses objects of its other self. The server around
// it (Yoga) takes the second one, so everything of ours takes it too, here and nowhere else.
export * from 'graphql/index.js'
