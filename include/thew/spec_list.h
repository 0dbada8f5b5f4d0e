#pragma once

#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace thew::spec {

/// Elements in their order. An element stays where it is in memory while others are added, removed
/// or moved to another list, so that handles to it hold; copies of a list have elements of their
/// own.
template <class T>
class List {
  using Storage = std::vector<std::shared_ptr<T>>;

  template <bool is_const>
  class Iterator {
   public:
    using iterator_category = std::random_access_iterator_tag;
    using difference_type = std::ptrdiff_t;
    using value_type = T;
    using reference = std::conditional_t<is_const, const T&, T&>;
    using pointer = std::conditional_t<is_const, const T*, T*>;

    Iterator() = default;
    explicit Iterator(const std::shared_ptr<T>* at) : at_(at) {}
    operator Iterator<true>() const { return Iterator<true>(at_); }

    reference operator*() const { return **at_; }
    pointer operator->() const { return at_->get(); }
    reference operator[](difference_type n) const { return *at_[n]; }
    Iterator& operator++() { return ++at_, *this; }
    Iterator& operator--() { return --at_, *this; }
    Iterator operator++(int) { return Iterator(at_++); }
    Iterator operator--(int) { return Iterator(at_--); }
    Iterator& operator+=(difference_type n) { return at_ += n, *this; }
    Iterator& operator-=(difference_type n) { return at_ -= n, *this; }
    friend Iterator operator+(Iterator i, difference_type n) { return i += n; }
    friend Iterator operator+(difference_type n, Iterator i) { return i += n; }
    friend Iterator operator-(Iterator i, difference_type n) { return i -= n; }
    friend difference_type operator-(Iterator a, Iterator b) { return a.at_ - b.at_; }
    friend bool operator==(Iterator, Iterator) = default;
    friend auto operator<=>(Iterator, Iterator) = default;

   private:
    const std::shared_ptr<T>* at_ = nullptr;
  };

 public:
  using value_type = T;
  using iterator = Iterator<false>;
  using const_iterator = Iterator<true>;

  List() = default;
  List(std::initializer_list<T> elements) {
    for (const T& element : elements) push_back(element);
  }
  List(const List& other) {
    elements_.reserve(other.size());
    for (const T& element : other) push_back(element);
  }
  List(List&&) noexcept = default;
  List& operator=(const List& other) {
    if (this != &other) elements_ = List(other).elements_;
    return *this;
  }
  List& operator=(List&&) noexcept = default;

  std::size_t size() const { return elements_.size(); }
  bool empty() const { return elements_.empty(); }
  T& operator[](std::size_t i) { return *elements_[i]; }
  const T& operator[](std::size_t i) const { return *elements_[i]; }
  T& at(std::size_t i) { return *elements_.at(i); }
  const T& at(std::size_t i) const { return *elements_.at(i); }
  T& front() { return *elements_.front(); }
  const T& front() const { return *elements_.front(); }
  T& back() { return *elements_.back(); }
  const T& back() const { return *elements_.back(); }

  iterator begin() { return iterator(elements_.data()); }
  iterator end() { return iterator(elements_.data() + size()); }
  const_iterator begin() const { return const_iterator(elements_.data()); }
  const_iterator end() const { return const_iterator(elements_.data() + size()); }
  auto rbegin() const { return std::reverse_iterator(end()); }
  auto rend() const { return std::reverse_iterator(begin()); }

  void reserve(std::size_t count) { elements_.reserve(count); }
  void clear() { elements_.clear(); }
  void push_back(std::shared_ptr<T> element) { elements_.push_back(std::move(element)); }
  void push_back(T element) { elements_.push_back(std::make_shared<T>(std::move(element))); }
  template <class... Arguments>
  T& emplace_back(Arguments&&... arguments) {
    return *elements_.emplace_back(std::make_shared<T>(std::forward<Arguments>(arguments)...));
  }

  /// A list of the same elements, not of copies.
  List shared() const {
    List list;
    list.elements_ = elements_;
    return list;
  }

  /// The element itself, to be held by a handle or moved to another list.
  const std::shared_ptr<T>& share(std::size_t i) const { return elements_[i]; }
  void insert(std::size_t at, std::shared_ptr<T> element) {
    elements_.insert(elements_.begin() + static_cast<std::ptrdiff_t>(at), std::move(element));
  }
  void remove(std::size_t i) {
    elements_.erase(elements_.begin() + static_cast<std::ptrdiff_t>(i));
  }
  template <class Test>
  friend std::size_t erase_if(List& list, Test test) {
    return std::erase_if(list.elements_, [&](const auto& element) { return test(*element); });
  }
  /// Moves all elements of another list to the place `at` of this one.
  void take(List& other, std::size_t at) {
    elements_.insert(elements_.begin() + static_cast<std::ptrdiff_t>(at),
                     std::make_move_iterator(other.elements_.begin()),
                     std::make_move_iterator(other.elements_.end()));
    other.elements_.clear();
  }

 private:
  Storage elements_;
};

}  // namespace thew::spec
