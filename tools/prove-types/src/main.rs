use std::fs;
fn main() {
    let mut args = std::env::args().skip(1);
    let defs = fs::read_to_string(args.next().unwrap()).unwrap();
    for file in args {
        let src = fs::read_to_string(&file).unwrap();
        let src = if src.starts_with("--!strict") { src } else { format!("--!strict\n{src}") };
        let t = std::time::Instant::now();
        match luaur::check_with_definitions(&src, &defs) {
            Ok(()) => println!("{file}: ok {:?}", t.elapsed()),
            Err(all) => for d in all { println!("{file}:{d}"); },
        }
    }
}
